import { sql } from 'kysely';
import { checkPayoutBooks } from '../../../payouts/payout-books.service.ts';
import type { Database } from '../../../platform/database.ts';
import * as fulfilment from '../fulfilment/state.ts';

type Payout = {
  batch: number;
  merchant: number;
  status: string;
  amount: number;
  fee: number;
  reason: string | null;
  account: string | null;
  /** Whether the account was in effect when the payout was approved. */
  is_account_right: boolean;
  /** What the provider has executed under its reference. */
  sent: { amount: number; account: string } | null;
};

/** Everything of the world that two equal results share: no ids that are generated, no times. */
export type State = fulfilment.State & {
  returns: string[];
  batches: string[];
  payouts: Payout[];
  accounts: { merchant: number; digits: string; is_effective: boolean; is_revoked: boolean }[];
  suspended: number[];
  /** Accounts of merchants whose ledger does not agree with the payouts, and merchants who were paid too much. */
  payoutDifferences: string[];
};

/** Reads the state of the whole database, which contains one world. */
export const readState = async (db: Database): Promise<State> => {
  const { differences, overpaid } = await checkPayoutBooks(db);
  const { rows } = await sql<{ state: Pick<State, 'returns' | 'batches' | 'payouts' | 'accounts' | 'suspended'> }>`
    with batch as (select id, status, row_number() over (order by id)::integer as n from payout_batch)
    select json_build_object(
      'returns', (select json_agg(concat_ws(' ', r.id, r.status, r.to_payment_kobo, r.to_wallet_kobo, (
          select string_agg(s.status || ' by ' || s.taken_by, ', ' order by s.n) from return_step s where s.return_id = r.id))
        order by r.id) from return_request r),
      'batches', (select json_agg(n || ' ' || status order by n) from batch),
      'payouts', (select json_agg(p order by p.batch, p.merchant, p.amount) from (
        select batch.n as batch, p.merchant_id as merchant, p.status, p.amount_kobo as amount, p.fee_kobo as fee, p.reason,
          a.last_digits as account,
          a.id is null or (a.merchant_id = p.merchant_id and a.effective_at <= p.approved_at
            and (a.revoked_at is null or a.revoked_at > p.approved_at)) as is_account_right,
          (select json_build_object('amount', t.amount, 'account', right(t.account_number, 4)) from sandbox_transfer t
            where t.reference = p.id) as sent
        from payout p join batch on batch.id = p.batch_id left join bank_account a on a.id = p.bank_account_id) p),
      'accounts', (select json_agg(a order by a.merchant, a.digits, a.is_effective, a.is_revoked) from (
        select merchant_id as merchant, last_digits as digits, effective_at <= now() as is_effective,
          revoked_at is not null as is_revoked from bank_account) a),
      'suspended', (select coalesce(json_agg(id order by id), '[]') from merchant where suspended_at is not null)
    ) as state`.execute(db);
  const state = rows[0]?.state;
  if (!state) throw new Error('the state could not be read');
  return {
    ...(await fulfilment.readState(db)),
    ...state,
    payoutDifferences: [...differences, ...overpaid].map((difference) => JSON.stringify(difference)),
  };
};

/**
 * What must be true after any run.
 * @returns one sentence for each violation
 */
export const findViolations = (state: State): string[] => {
  const violations = fulfilment.findViolations(state);
  for (const difference of state.payoutDifferences)
    violations.push(`the ledger differs from the payouts: ${difference}`);
  for (const { batch, merchant, status, amount, account, is_account_right, sent } of state.payouts) {
    const payout = `the payout of batch ${batch} to merchant ${merchant}`;
    if (!is_account_right) violations.push(`${payout} goes to an account that was not in effect: ${account}`);
    if (sent && (sent.amount !== amount || sent.account !== account))
      violations.push(`${payout} was sent as ${sent.amount} to ${sent.account}, not as ${amount} to ${account}`);
    if (sent && ['draft', 'approved', 'cancelled'].includes(status))
      violations.push(`${payout} was sent, although it is ${status}`);
  }
  return violations;
};
