import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/shop.ts';
import { PayoutsUnavailable } from './payouts.port.ts';
import { payoutsSuite } from './payouts.suite.ts';
import { SANDBOX_ACCOUNTS, SandboxPayouts } from './sandbox.payouts.ts';

const accountOf = (accountNumber: string) => ({
  bankCode: '057',
  accountNumber,
  accountName: `Sandbox Account ${accountNumber.slice(-4)}`,
});

payoutsSuite('SandboxPayouts', async () => {
  const shop = await openTestShop();
  return {
    payouts: new SandboxPayouts(shop.db),
    account: accountOf('0000000000'),
    unknownAccount: accountOf(SANDBOX_ACCOUNTS.unknown),
    countExecuted: async (reference) => {
      const rows = await shop.db.selectFrom('sandbox_transfer').select('reference').execute();
      return rows.filter((row) => row.reference === reference).length;
    },
    statuses: ['success', 'success'],
    close: () => shop.close(),
  };
});

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const send = (reference: string, accountNumber: string) =>
  new SandboxPayouts(shop.db).send([
    { reference, amount: kobo(500), account: accountOf(accountNumber), recipient: 'RCP_1', reason: 'Sokuwa' },
  ]);

test.each([
  ['failing', 'pending', 'failed', 'The account is closed'],
  ['reversed', 'success', 'reversed', null],
  ['slow', 'pending', 'success', null],
] as const)('an account of the sandbox is %s', async (account, first, then, reason) => {
  const reference = `po-of-account-${account}`;
  expect(await send(reference, SANDBOX_ACCOUNTS[account])).toMatchObject([{ reference, status: first }]);
  expect(await new SandboxPayouts(shop.db).verify(reference)).toMatchObject({ status: then, reason });
});

test('an account of the sandbox leaves the outcome of a transfer open, which was executed', async () => {
  await expect(send('po-of-account-silent', SANDBOX_ACCOUNTS.silent)).rejects.toThrow(PayoutsUnavailable);
  expect(await new SandboxPayouts(shop.db).verify('po-of-account-silent')).toMatchObject({ status: 'success' });
  expect(await new SandboxPayouts(shop.db).verify('po-that-was-not-sent')).toBe('unknown');
});
