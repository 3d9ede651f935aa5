import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Encryption } from '../platform/encryption.ts';
import { SANDBOX_ACCOUNTS } from '../ports/payouts/sandbox.payouts.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createFinance, createPayee } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { changeBankAccount, encryptDetailsAgain, readBankAccounts, readDetails } from './bank-account.service.ts';

const DAY_MS = 86_400_000;
const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let shop: TestShop;
let finance: Awaited<ReturnType<typeof createFinance>>;
let payee: Awaited<ReturnType<typeof createPayee>>;
let email: string;
beforeAll(async () => {
  shop = await openTestShop({ ENCRYPTION_KEY: KEYS.map((key) => key.toString('base64')).join(',') });
  finance = await createFinance(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  payee = await createPayee(shop, null);
  ({ email } = (await shop.db
    .selectFrom('merchant')
    .select('email')
    .where('id', '=', payee.merchantId)
    .executeTakeFirstOrThrow()) as { email: string });
});

const digits = async () => {
  const { current, pending } = (await payee.call('GET', 'bank-account/')).json();
  return [current?.last_digits ?? null, pending?.last_digits ?? null];
};
const mails = async () => {
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(email);
};
const account = (accountNumber: string) => ({ bankCode: '057', accountNumber });

it('takes effect at once if it is the first one, and is shown masked', {
  tags: ['@PAYOUT-5', '@PAYOUT-6', '@PAYOUT-7'],
}, async () => {
  expect(await digits()).toEqual([null, null]);
  const response = await payee.setAccount('0123456789');
  expect(response.json()).toEqual({
    current: {
      bank_code: '057',
      last_digits: '6789',
      account_name: 'Sandbox Account 6789',
      effective_at: expect.stringMatching(/Z$/),
    },
    pending: null,
  });
  const { rows } = await sql<{ row: string }>`select bank_account::text as row from bank_account`.execute(shop.db);
  expect(rows.map(({ row }) => row).join()).not.toContain('012345');
  const [mail] = await mails();
  expect(mail?.subject).toBe('The bank account of Mile Twelve Fresh was entered');
  expect(mail?.text).toContain('ends with 6789');
  expect(mail?.text).not.toContain('012345');
});

it('takes effect after three days if it is a change, and the merchant gets a mail', {
  tags: ['@PAYOUT-6', '@PAYOUT-7'],
}, async () => {
  await payee.setAccount('0000001111');
  await payee.setAccount('0000002222');
  expect(await digits()).toEqual(['1111', '2222']);
  const [mail] = await mails();
  expect(mail?.subject).toBe('The bank account of Mile Twelve Fresh is changing');
  expect(mail?.text).toMatch(/from \d{4}-\d\d-\d\d \d\d:\d\d UTC .* ends with 2222\. Until then .* ends with 1111/);
  const at = async (days: number) => {
    const accounts = await readBankAccounts(shop, payee.merchantId, new Date(Date.now() + days * DAY_MS));
    return 'current' in accounts && [accounts.current?.lastDigits, accounts.pending?.lastDigits];
  };
  expect(await at(2.99)).toEqual(['1111', '2222']);
  expect(await at(3.01)).toEqual(['2222', undefined]);
});

it('replaces a change that is pending, and entering the current account again revokes it', {
  tags: ['@PAYOUT-7', '@PAYOUT-8', '@PAYOUT-33'],
}, async () => {
  await payee.setAccount('0000001111');
  await payee.setAccount('0000002222');
  await payee.setAccount('0000002222');
  await payee.setAccount('0000003333');
  expect(await digits()).toEqual(['1111', '3333']);
  await payee.setAccount('0000001111');
  expect(await digits()).toEqual(['1111', null]);
  const store = 'The bank account of Mile Twelve Fresh';
  expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
    `${store} is changing`,
    `${store} is changing`,
    `${store} stays as it is`,
    `${store} stays as it is`,
    `${store} was entered`,
  ]);
});

it('can be revoked by the merchant before it takes effect', { tags: ['@PAYOUT-8'] }, async () => {
  expectRefusal(await payee.call('DELETE', 'bank-account/pending/'), 'not_found');
  await payee.setAccount('0000001111');
  await payee.setAccount('0000002222');
  expect((await payee.call('DELETE', 'bank-account/pending/')).json()).toMatchObject({ pending: null });
  expect(await digits()).toEqual(['1111', null]);
  expect((await mails())[0]?.subject).toBe('The bank account of Mile Twelve Fresh stays as it is');
});

it('can be revoked by an operator, who says why', { tags: ['@PAYOUT-8', '@PAYOUT-19'] }, async () => {
  const revoke = (id: number, payload: object) => finance('POST', `merchants/${id}/bank-account/revoke/`, payload);
  const reason = { reason: 'the merchant phoned: the token was stolen' };
  await payee.setAccount('0000001111');
  expectRefusal(await revoke(payee.merchantId, reason), 'not_found');
  await payee.setAccount('0000002222');
  expectRefusal(await revoke(payee.merchantId, {}), 'invalid_input');
  expect((await revoke(payee.merchantId, reason)).json()).toMatchObject({ current: { last_digits: '1111' } });
  const entry = await shop.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'before', 'after', 'reason'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({
    ...reason,
    action: 'payouts revoke-account',
    subject: `merchant ${payee.merchantId}`,
    before: { last_digits: '2222' },
    after: { last_digits: '1111' },
  });
});

it('is refused if the bank does not know it, or if nobody can tell', { tags: ['@PAYOUT-5'] }, async () => {
  await payee.setAccount('0000001111');
  expectRefusal(await payee.setAccount(SANDBOX_ACCOUNTS.unknown), 'bank_account_unknown');
  expectRefusal(await payee.setAccount(SANDBOX_ACCOUNTS.unresolvable), 'payouts_unavailable');
  for (const [number, bank] of [
    ['12', '057'],
    ['abc', '057'],
    ['0000001111', ''],
  ] as const)
    expectRefusal(await payee.setAccount(number, bank), 'invalid_input');
  expect(await digits()).toEqual(['1111', null]);
});

it('cannot be entered without an email address, because nobody would hear of it', {
  tags: ['@PAYOUT-33'],
}, async () => {
  const setEmail = (value: string | null) =>
    shop.db.updateTable('merchant').set({ email: value }).where('id', '=', payee.merchantId).execute();
  await setEmail(null);
  expectRefusal(await payee.setAccount('0000001111'), 'email_missing');
  expect(await digits()).toEqual([null, null]);
  await setEmail(email);
  await payee.setAccount('0000001111');
  await setEmail(null);
  expectRefusal(await payee.setAccount('0000002222'), 'email_missing');
  expect(await digits()).toEqual(['1111', null]);
});

it('cannot be entered or read in production without an encryption key', { tags: ['@PAYOUT-6'] }, async () => {
  const deps = { ...shop, encryption: undefined };
  expect(await changeBankAccount(deps, payee.merchantId, account('0000001111'))).toMatchObject({
    refused: 'payouts_unavailable',
  });
  expect(await readBankAccounts(deps, payee.merchantId)).toMatchObject({ refused: 'payouts_unavailable' });
});

it('is tried at most ten times an hour, because responses name the holders', async () => {
  const slow = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  const guesser = await createPayee(slow, null);
  for (let n = 0; n < 10; n++) expect((await guesser.setAccount(`000000010${n}`)).statusCode, `attempt ${n}`).toBe(200);
  expect((await guesser.setAccount('0000000200')).json()).toMatchObject({ code: 'too_many_requests' });
  await slow.close();
});

it('has one pending change, also if two are entered at once', { tags: ['@PAYOUT-7'] }, async () => {
  await payee.setAccount('0000001111');
  const changes = ['0000002222', '0000003333', '0000004444'].map((number) =>
    changeBankAccount(shop, payee.merchantId, account(number)),
  );
  await Promise.all(changes);
  const { rows } = await sql`
    select from bank_account where merchant_id = ${payee.merchantId} and revoked_at is null`.execute(shop.db);
  expect(rows).toHaveLength(2);
});

it('is encrypted again when ENCRYPTION_KEY is replaced', { tags: ['@PAYOUT-6', '@SETTING-24'] }, async () => {
  await payee.setAccount('0123456789');
  const readRow = () =>
    shop.db
      .selectFrom('bank_account')
      .select(['id', 'details'])
      .where('merchant_id', '=', payee.merchantId)
      .executeTakeFirstOrThrow();
  const { id, details: present } = await readRow();
  const [newKey, oldKey] = KEYS.map((key) => new Encryption([key])) as [Encryption, Encryption];
  const account = readDetails(newKey, { id, details: present });
  const details = oldKey.encrypt(JSON.stringify(account), `bank_account.details ${id}`);
  await shop.db.updateTable('bank_account').set({ details }).where('id', '=', id).execute();
  await encryptDetailsAgain(shop);
  const renewed = await readRow();
  expect(renewed.details).not.toBe(details);
  expect(readDetails(newKey, renewed)).toEqual(account);
  await encryptDetailsAgain(shop);
  expect(await readRow()).toEqual(renewed);
});

it('takes effect later if another one is entered while its bank is asked', { tags: ['@PAYOUT-7'] }, async () => {
  const payouts = {
    ...shop.payouts,
    resolveAccount: async () => {
      await payee.setAccount('0000001111');
      return 'Ada Obi';
    },
  };
  await changeBankAccount({ ...shop, payouts }, payee.merchantId, account('0000002222'));
  expect(await digits()).toEqual(['1111', '2222']);
});

it('takes effect at once while the store is not approved', { tags: ['@PAYOUT-7', '@JOIN-2'] }, async () => {
  await shop.db
    .updateTable('merchant')
    .set({ state: 'draft', suspended_at: new Date() })
    .where('id', '=', payee.merchantId)
    .execute();
  await changeBankAccount(shop, payee.merchantId, account('0000001111'));
  await changeBankAccount(shop, payee.merchantId, account('0000002222'));
  const accounts = await readBankAccounts(shop, payee.merchantId);
  expect(accounts).toMatchObject({ current: { lastDigits: '2222' }, pending: undefined });
});

it('is changed in the desk only within 15 minutes of a proof', { tags: ['@STAFF-9'] }, async () => {
  const body = { bank_code: '057', account_number: '0000001111' };
  const verifiedAt = new Date(Date.now() - 16 * 60_000);
  const late = await openDeskAs(shop, payee.merchantId, 'owner', { verifiedAt });
  expectRefusal(await late.call('PUT', '/merchant/bank-account/', body), 'verification_required');
  const recent = await openDeskAs(shop, payee.merchantId, 'owner');
  expect((await recent.call('PUT', '/merchant/bank-account/', body)).json().current).toMatchObject({
    last_digits: '1111',
  });
});
