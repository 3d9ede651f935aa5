import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { DEMO_ACCOUNT, ensureDemoAccount } from './account.seed.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

it('the demo account can log in only while SANDBOX_DEMO_ACCOUNT allows it', { tags: ['@SANDBOX-2'] }, async () => {
  const { email, password } = DEMO_ACCOUNT;
  const logIn = () => post(shop, '/login/', { email, password });
  await ensureDemoAccount(shop.db, false);
  expectRefusal(await logIn(), 'login_failed');
  await ensureDemoAccount(shop.db, true);
  await ensureDemoAccount(shop.db, true);
  expect((await logIn()).statusCode).toBe(200);
  const page = (await shop.app.inject({ url: '/sandbox' })).body;
  for (const text of [email, password]) expect(page).toContain(text);
  await ensureDemoAccount(shop.db, false);
  expectRefusal(await logIn(), 'login_failed');
  await ensureDemoAccount(shop.db, true);
  expect((await logIn()).statusCode).toBe(200);
});
