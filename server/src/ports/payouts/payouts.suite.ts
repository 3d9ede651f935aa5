import { randomBytes } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BankAccount, Payouts, Transfer } from './payouts.port.ts';

/** Registers an account that the provider takes. @returns its recipient */
export const registerAccount = async (payouts: Payouts, account: BankAccount): Promise<string> => {
  const created = await payouts.createRecipient(account);
  if ('refused' in created) throw new Error(created.refused);
  return created.recipient;
};

/** A way to pay merchants, with functions that look at it from outside in a test. */
export type TestPayouts = {
  payouts: Payouts;
  /** An account that the bank knows, with the name of its holder. */
  account: BankAccount;
  unknownAccount: BankAccount;
  /** How often the transfer was executed; undefined if that is seen only at the bank. */
  countExecuted(reference: string): Promise<number | undefined>;
  /** The statuses of a new transfer, after `send` and after `verify`. */
  statuses: readonly [string, string];
  close(): Promise<void>;
};

/** Tests that every adapter for payouts must pass. @param name the adapter's name, for the test titles */
export const payoutsSuite = (name: string, open: () => Promise<TestPayouts>): void => {
  describe(`${name} as a way to pay merchants`, () => {
    let provider: TestPayouts;
    let payouts: Payouts;
    let transfer: Transfer;
    beforeAll(async () => {
      provider = await open();
      payouts = provider.payouts;
    });
    afterAll(() => provider.close());
    const createTransfer = (recipient: string): Transfer => ({
      reference: `po-${randomBytes(10).toString('hex')}`,
      amount: kobo(1_245_050),
      account: provider.account,
      recipient,
      reason: 'Sokuwa',
    });
    beforeEach(async () => {
      transfer = createTransfer(await registerAccount(payouts, provider.account));
    });

    test('names the holder of a bank account, and does not know every account', { tags: ['@PAYOUT-5'] }, async () => {
      expect(await payouts.resolveAccount(provider.account)).toBe(provider.account.accountName);
      expect(await payouts.resolveAccount(provider.unknownAccount)).toBe('unknown');
    });

    test('knows an account by the same name each time', async () => {
      expect(transfer.recipient).toMatch(/\S/);
      expect(await registerAccount(payouts, provider.account)).toBe(transfer.recipient);
    });

    test('executes transfers, each once, also if it is sent again', { tags: ['@PAYOUT-13'] }, async () => {
      const other = createTransfer(transfer.recipient);
      const [sent, verified] = provider.statuses;
      const outcomes = await payouts.send([transfer, other]);
      expect(outcomes.map(({ reference }) => reference).toSorted()).toEqual(
        [transfer.reference, other.reference].toSorted(),
      );
      for (const outcome of outcomes) expect(outcome).toMatchObject({ status: sent });
      for (const again of [[transfer], [transfer, createTransfer(transfer.recipient)]]) {
        // An adapter may leave the outcome of a repetition open.
        for (const outcome of await payouts.send(again)) expect(outcome).toMatchObject({ status: sent });
        expect([1, undefined]).toContain(await provider.countExecuted(transfer.reference));
      }
      expect(await payouts.verify(transfer.reference)).toMatchObject({
        reference: transfer.reference,
        status: verified,
        reason: null,
      });
    });
  });
};
