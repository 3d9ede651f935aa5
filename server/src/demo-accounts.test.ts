import { afterEach, expect, it } from 'vitest';
import { DEMO_ACCOUNT, DEMO_MERCHANT_OWNER, DEMO_OPERATOR } from './account/index.ts';
import { DEMO_MERCHANT_SLUG } from './catalog/index.ts';
import { ensureDemoAccounts } from './demo-accounts.ts';
import type { MerchantId } from './platform/ids.ts';
import { post } from './testing/account.ts';
import { openDesk, openDeskAs } from './testing/desk.ts';
import { expectRefusal } from './testing/responses.ts';
import { addMerchant, openTestShop, type TestShop } from './testing/shop.ts';

let shop: TestShop;
afterEach(() => shop.close());
/** Opens a shop with the demo merchant. @returns its id */
const openShop = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop(settings);
  return addMerchant(shop.db, { slug: DEMO_MERCHANT_SLUG, name: 'Makola Sisters' });
};
const start = () => ensureDemoAccounts(shop.db, shop.config.sandbox);
const readPage = async () => (await shop.app.inject({ url: '/sandbox' })).body;
/** Signs in to the desk as one of the demo accounts. */
const signIn = async (person: typeof DEMO_OPERATOR, store?: MerchantId) => {
  const desk = openDesk(shop);
  desk.store = store;
  const { email, password } = person;
  return { desk, response: await desk.call('POST', '/desk/sign-in/', { email, password }) };
};
const countAccounts = async () => (await shop.db.selectFrom('account').select('email').execute()).length;
const readAudit = () =>
  shop.db.selectFrom('audit_entry').select(['actor', 'action', 'subject']).orderBy('id').execute();

it('the demo merchant and the demo operator sign in to the desk with what /sandbox says', {
  tags: ['@SANDBOX-14'],
}, async () => {
  const merchantId = await openShop();
  await start();
  const owner = await signIn(DEMO_MERCHANT_OWNER, merchantId);
  expect(owner.response.json()).toMatchObject({ signed_in: true });
  expect((await owner.desk.call('GET', '/merchant/team/')).statusCode).toBe(200);
  const operator = await signIn(DEMO_OPERATOR);
  expect(operator.response.json()).toMatchObject({ signed_in: true });
  expect((await operator.desk.call('GET', '/operator/team/')).json().members).toMatchObject([
    { email: DEMO_OPERATOR.email, role: 'owner' },
  ]);
  const page = await readPage();
  for (const { email, password } of [DEMO_ACCOUNT, DEMO_MERCHANT_OWNER, DEMO_OPERATOR])
    expect(page).toContain(`${email}, password: ${password}`);
  expect(page).toContain('the owner of Makola Sisters: <a href="/desk/">');
});

it('a shop with older data gets them when it starts, once, and keeps a role that was changed', {
  tags: ['@SANDBOX-14'],
}, async () => {
  const merchantId = await openShop();
  await ensureDemoAccounts(shop.db, { demoAccount: true, demoStaff: false });
  expect(await countAccounts()).toBe(1);
  await start();
  await openDeskAs(shop, null, 'owner');
  await shop.db.updateTable('membership').set({ role: 'finance' }).where('merchant_id', 'is', null).execute();
  await start();
  expect(await readAudit()).toEqual([
    { actor: 'demo data', action: 'staff add', subject: `merchant ${merchantId}` },
    { actor: 'demo data', action: 'staff add', subject: 'operators' },
  ]);
  const { desk } = await signIn(DEMO_OPERATOR);
  expect((await desk.call('GET', '/desk/session/')).json().memberships).toMatchObject([{ role: 'finance' }]);
});

it('a shop with another catalogue has no demo merchant', { tags: ['@SANDBOX-14'] }, async () => {
  shop = await openTestShop();
  await start();
  expectRefusal((await signIn(DEMO_MERCHANT_OWNER)).response, 'login_failed');
  const page = await readPage();
  expect(page).not.toContain(DEMO_MERCHANT_OWNER.email);
  expect(page).toContain(DEMO_OPERATOR.email);
});

it('no demo account exists where the sandbox has none', { tags: ['@SANDBOX-15'] }, async () => {
  await openShop({ SANDBOX_DEMO_ACCOUNT: '0' });
  expect(await start()).toBeUndefined();
  expect(await countAccounts()).toBe(0);
  expect(await shop.db.selectFrom('membership').select('id').execute()).toEqual([]);
  const page = await readPage();
  for (const { email, password } of [DEMO_ACCOUNT, DEMO_MERCHANT_OWNER, DEMO_OPERATOR]) {
    expect(page).not.toContain(email);
    expect(page).not.toContain(password);
  }
});

it('a shop that is no longer a sandbox removes their passwords, sessions, programs and roles', {
  tags: ['@SANDBOX-15'],
}, async () => {
  const merchantId = await openShop();
  await start();
  const owner = await signIn(DEMO_MERCHANT_OWNER, merchantId);
  const operator = await signIn(DEMO_OPERATOR);
  const issued = await owner.desk.call('POST', '/merchant/tokens/', { name: 'reports', scope: 'write' });
  const headers = { authorization: `Token ${issued.json().token}` };
  const callAsProgram = () => shop.app.inject({ url: '/backend/merchant/orders/', headers });
  expect((await callAsProgram()).statusCode).toBe(200);
  // A colleague who is no owner stays.
  const colleague = await openDeskAs(shop, merchantId, 'staff');
  const nothing = { demoAccount: false, demoStaff: false };
  await ensureDemoAccounts(shop.db, nothing);
  await ensureDemoAccounts(shop.db, nothing);
  expectRefusal(await owner.desk.call('GET', '/merchant/team/'), 'token_invalid');
  expectRefusal(await operator.desk.call('GET', '/operator/team/'), 'token_invalid');
  expectRefusal(await callAsProgram(), 'token_invalid');
  for (const person of [DEMO_MERCHANT_OWNER, DEMO_OPERATOR]) {
    expectRefusal((await signIn(person)).response, 'login_failed');
    const { email, password } = person;
    expectRefusal(await post(shop, '/login/', { email, password }), 'login_failed');
  }
  expect(await shop.db.selectFrom('membership').select('account_id').execute()).toEqual([
    { account_id: colleague.accountId },
  ]);
  expect((await readAudit()).filter(({ action }) => action === 'staff remove')).toEqual([
    { actor: 'demo data', action: 'staff remove', subject: `merchant ${merchantId}` },
    { actor: 'demo data', action: 'staff remove', subject: 'operators' },
  ]);
});
