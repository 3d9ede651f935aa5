import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { toJsonRows } from '../../platform/sql.ts';
import {
  type AccountNumber,
  type Payouts,
  PayoutsUnavailable,
  type Transfer,
  type TransferState,
} from './payouts.port.ts';

/** Account numbers of the sandbox whose transfers do not simply succeed. `0000000000` and all others do. */
export const SANDBOX_ACCOUNTS = {
  /** No bank has it. */
  unknown: '0000000009',
  /** The provider does not respond about the account. */
  unresolvable: '0000000007',
  /** The provider executes the transfer, but does not respond. */
  silent: '0000000008',
  /** Resolved, but closed before the first payout: the provider does not register it. */
  closed: '0000000006',
  /** Pending at first, then failed. */
  failing: '0000000001',
  /** A success at first, then reversed. */
  reversed: '0000000002',
  /** Pending at first, then a success. */
  slow: '0000000003',
} as const;

const FEE = kobo(1000);

/** The status of a transfer, by how often it was checked before. */
const statusOf = (accountNumber: string, checks: number): TransferState['status'] => {
  if (accountNumber === SANDBOX_ACCOUNTS.failing) return checks === 0 ? 'pending' : 'failed';
  if (accountNumber === SANDBOX_ACCOUNTS.reversed) return checks === 0 ? 'success' : 'reversed';
  if (accountNumber === SANDBOX_ACCOUNTS.slow) return checks === 0 ? 'pending' : 'success';
  return 'success';
};

type Row = { reference: string; account_number: string; asked: number };

const toState = ({ reference, account_number, asked }: Row): TransferState => {
  const status = statusOf(account_number, asked);
  return {
    reference,
    status,
    fee: status === 'success' || status === 'reversed' ? FEE : kobo(0),
    reason: status === 'failed' ? 'The account is closed' : null,
  };
};

/** A simulated provider of transfers, with a table in the shop's database. It moves no money. */
export class SandboxPayouts implements Payouts {
  readonly name = 'sandbox';
  readonly issuer = 'sandbox';
  readonly maxTransfers = 100;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async resolveAccount({ accountNumber }: AccountNumber): Promise<string | 'unknown'> {
    if (accountNumber === SANDBOX_ACCOUNTS.unknown) return 'unknown';
    if (accountNumber === SANDBOX_ACCOUNTS.unresolvable)
      throw new PayoutsUnavailable('the sandbox does not respond about this account');
    return `Sandbox Account ${accountNumber.slice(-4)}`;
  }

  async createRecipient({
    bankCode,
    accountNumber,
  }: AccountNumber): Promise<{ recipient: string } | { refused: string }> {
    if (accountNumber === SANDBOX_ACCOUNTS.closed) return { refused: 'The account is closed' };
    return { recipient: `RCP_${bankCode}_${accountNumber}` };
  }

  async send(transfers: readonly Transfer[]): Promise<TransferState[]> {
    const rows = transfers.map(({ reference, amount, account }) => ({
      reference,
      amount,
      account: account.accountNumber,
    }));
    await sql`
      insert into sandbox_transfer (reference, amount, account_number)
      select reference, amount, account from jsonb_to_recordset(${toJsonRows(rows)}) as transfer (reference text, amount bigint, account text)
      on conflict do nothing`.execute(this.#db);
    if (transfers.some(({ account }) => account.accountNumber === SANDBOX_ACCOUNTS.silent))
      throw new PayoutsUnavailable('the sandbox does not respond for this account');
    const found = await this.#db
      .selectFrom('sandbox_transfer')
      .select(['reference', 'account_number', 'asked'])
      .where(sql<boolean>`reference = any(${transfers.map(({ reference }) => reference)}::text[])`)
      .execute();
    return found.map(toState);
  }

  async verify(reference: string): Promise<TransferState | 'unknown'> {
    const found = await this.#db
      .updateTable('sandbox_transfer')
      .set({ asked: sql<number>`asked + 1` })
      .where('reference', '=', reference)
      .returning(['reference', 'account_number', 'asked'])
      .executeTakeFirst();
    return found ? toState(found) : 'unknown';
  }
}
