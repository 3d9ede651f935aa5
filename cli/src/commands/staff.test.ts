import { addAccount, addMerchant, openTestShop, type TestShop } from '@sokuwa/server/testing/shop.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCli, done, refused, type TestCli } from '../testing/cli.ts';

let shop: TestShop;
let cli: TestCli;
beforeAll(async () => {
  shop = await openTestShop();
  cli = createCli(shop);
});
afterAll(() => shop.close());

it('people are added to a merchant and to the operators, listed, and removed', { tags: ['@STAFF-16'] }, async () => {
  const merchant = await addMerchant(shop.db);
  const ada = 'ada@mail.test';
  const accountId = await addAccount(shop.db, { email: ada });
  expect(await cli('staff list')).toEqual(done('Nobody.'));
  expect(await cli(`staff add ${ada} --role owner`)).toEqual(done(`Added: ${ada}, owner`));
  expect(await cli(`staff add ${ada} --role staff --merchant ${merchant}`)).toEqual(done(`Added: ${ada}, staff`));
  expect(await cli(`staff add ${ada} --role owner`)).toEqual(refused(`${ada}: This person works here already.`));
  const roles = 'Merchants have owners and staff; operators are owner, support, catalogue or finance.';
  expect(await cli(`staff add ${ada} --role finance --merchant ${merchant}`)).toEqual(refused(`${ada}: ${roles}`));
  expect(await cli(`staff add ${ada} --role staff`)).toEqual(refused(`${ada}: ${roles}`));
  expect((await cli('staff add nobody@mail.test --role owner')).error).toContain('Not found.');
  expect((await cli(`staff add ${ada} --role king`)).code).toBe(2);
  expect(await cli('staff list --merchant 999')).toEqual(refused('Merchant 999: Not found.'));
  const today = new Date().toISOString().slice(0, 10);
  expect(await cli('staff list')).toEqual(done(`${ada}  Ada Obi  owner  since ${today}  without a second factor`));
  await shop.db.insertInto('totp').values({ account_id: accountId, secret: 'x', confirmed_at: new Date() }).execute();
  expect((await cli('staff list')).out).toContain('with a second factor');
  expect(await cli(`staff reset-factors ${ada}`)).toEqual(done(`Removed the second factors of ${ada}`));
  expect((await cli('staff list')).out).toContain('without a second factor');
  expect(await cli(`staff remove ${ada}`)).toEqual(
    refused(`${ada}: There has to be an owner. Make somebody else one first.`),
  );
  expect(await cli(`staff remove ${ada} --merchant ${merchant}`)).toEqual(done(`Removed: ${ada}`));
  expect(await cli(`staff list --merchant ${merchant}`)).toEqual(done('Nobody.'));
});
