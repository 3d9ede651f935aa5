import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { closeDemoAccount, DEMO_ACCOUNT, ensureDemoAccount } from './account.seed.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

it('the demo account can log in only while SANDBOX_DEMO_ACCOUNT allows it', { tags: ['@SANDBOX-2'] }, async () => {
  const { email, password } = DEMO_ACCOUNT;
  const logIn = () => post(shop, '/login/', { email, password });
  expect(await closeDemoAccount(shop.db, DEMO_ACCOUNT)).toBeUndefined();
  expectRefusal(await logIn(), 'login_failed');
  const id = await ensureDemoAccount(shop.db, DEMO_ACCOUNT);
  expect(await ensureDemoAccount(shop.db, DEMO_ACCOUNT)).toBe(id);
  expect((await logIn()).statusCode).toBe(200);
  const page = (await shop.app.inject({ url: '/sandbox' })).body;
  for (const text of [email, password]) expect(page).toContain(text);
  expect(await closeDemoAccount(shop.db, DEMO_ACCOUNT)).toBe(id);
  expectRefusal(await logIn(), 'login_failed');
  await ensureDemoAccount(shop.db, DEMO_ACCOUNT);
  expect((await logIn()).statusCode).toBe(200);
});
