import type { Kobo } from '@sokuwa/contract/money.ts';
import type { PayoutAnomaly, PayoutStatus, WaitingReason } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { type Selectable, sql } from 'kysely';
import { merchantNames, suspendedMerchants } from '../catalog/index.ts';
import { payableBalances } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { countWork } from '../platform/operator-work.ts';
import { columnsOf, toJsonRows } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';
import { countBankAccountChanges, currentAccounts } from './bank-account.sql.ts';

/** How long a payout that was paid after it had failed is listed. */
const LATE_DAYS = 30;
/** After this, a payout whose check is due needs a person. The job checks within minutes. */
const OVERDUE_MINUTES = 60;
/** Why a payout waits for a person that the provider knew, and does not know any more. */
const LOST_REASON = 'The provider knew this transfer, and does not know it any more.';

export type PayoutRow = Selectable<Tables['payout']>;
export type BatchRow = Selectable<Tables['payout_batch']>;
/** A payout with what lists show beside it. */
export type ListedPayout = PayoutRow & { last_digits: string | null; merchant_name: string | null };
/** `anomaly`: why it needs a person; null if it does not. */
export type CheckedPayout<A = PayoutAnomaly | null> = ListedPayout & { anomaly: A };
export type ListedBatch = BatchRow & { payouts: number; amount: Kobo };

/**
 * Runs everything that spends what merchants can be paid, one at a time, until the transaction ends (PAYOUT-11). Later statements see what the
 * one before has committed.
 */
export const lockPayable = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('payable'))`.execute(trx);
};

/** Inserts a batch. @returns its id; undefined if the day has one already */
export const insertBatch = async (trx: Database, scheduledFor: string | null): Promise<number | undefined> => {
  const inserted = await trx
    .insertInto('payout_batch')
    .values({ scheduled_for: scheduledFor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
};

/**
 * Drafts a payout for each merchant with a bank account and enough money that can be paid, and in no other draft (PAYOUT-9).
 * @param merchantId only this one
 * @returns how many
 */
export const insertDrafts = async (
  trx: Database,
  batchId: number,
  { minimum, now, merchantId = null }: { minimum: Kobo; now: Date; merchantId?: MerchantId | null },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into payout (id, batch_id, merchant_id, amount_kobo)
    select 'po-' || left(replace(gen_random_uuid()::text, '-', ''), 20), ${batchId}::integer, b.merchant_id, b.kobo
    from ${payableBalances} b join ${currentAccounts(now)} a using (merchant_id)
    where b.kobo >= ${minimum}::bigint and b.merchant_id not in (select id from ${suspendedMerchants} s)
      and (${merchantId}::integer is null or b.merchant_id = ${merchantId}::integer)
      and not exists (select from payout p where p.merchant_id = b.merchant_id and p.status = 'draft')`.execute(trx);
  return Number(numAffectedRows ?? 0);
};

/** Merchants with money that can be paid, those with the most first, and why they are not paid yet. */
export const selectWaiting = async (
  db: Database,
  { minimum, now, limit }: { minimum: Kobo; now: Date; limit: number },
): Promise<{ merchant_id: MerchantId; name: string | null; kobo: Kobo; reason: WaitingReason }[]> => {
  const { rows } = await sql<{ merchant_id: MerchantId; name: string | null; kobo: Kobo; reason: WaitingReason }>`
    select b.merchant_id, m.name, b.kobo, case
      when b.merchant_id in (select id from ${suspendedMerchants} s) then 'suspended'
      when p.id is not null then 'in_draft' when a.id is null then 'no_bank_account'
      when b.kobo < ${minimum}::bigint then 'below_minimum' else 'ready' end as reason
    from ${payableBalances} b left join ${currentAccounts(now)} a using (merchant_id)
      left join payout p on p.merchant_id = b.merchant_id and p.status = 'draft'
      left join ${merchantNames} m on m.id = b.merchant_id
    where b.kobo > 0 order by b.kobo desc, b.merchant_id limit ${limit}`.execute(db);
  return rows;
};

/** Locks a batch until the transaction ends. */
export const lockBatch = async (trx: Database, id: number): Promise<BatchRow | undefined> => {
  const { rows } = await sql<BatchRow>`
    select ${columnsOf('payout_batch')} from payout_batch where id = ${id} for update`.execute(trx);
  return rows[0];
};

/** The drafts of a batch, with what can be paid now and the account in effect. */
export const selectDrafts = async (
  trx: Database,
  batchId: number,
  now: Date,
): Promise<
  {
    id: string;
    merchant_id: MerchantId;
    amount_kobo: Kobo;
    payable: Kobo;
    account: string | null;
    is_suspended: boolean;
  }[]
> => {
  const { rows } = await sql<{
    id: string;
    merchant_id: MerchantId;
    amount_kobo: Kobo;
    payable: Kobo;
    account: string | null;
    is_suspended: boolean;
  }>`
    select p.id, p.merchant_id, p.amount_kobo, coalesce(b.kobo, 0)::bigint as payable, a.id as account,
      p.merchant_id in (select id from ${suspendedMerchants} s) as is_suspended
    from payout p left join ${payableBalances} b using (merchant_id) left join ${currentAccounts(now)} a using (merchant_id)
    where p.batch_id = ${batchId} and p.status = 'draft' order by p.id`.execute(trx);
  return rows;
};

/** Sets drafts to approved or cancelled. */
export const updateDrafts = async (
  trx: Database,
  drafts: readonly {
    id: string;
    status: 'approved' | 'cancelled';
    amount: Kobo;
    account: string | null;
    reason: string | null;
  }[],
  now: Date,
): Promise<void> => {
  await sql`
    update payout set status = draft.status, amount_kobo = draft.amount, bank_account_id = draft.account, reason = draft.reason,
      approved_at = case when draft.status = 'approved' then ${now}::timestamptz end,
      finished_at = case when draft.status = 'cancelled' then ${now}::timestamptz end
    from jsonb_to_recordset(${toJsonRows(drafts)}) as draft (id text, status text, amount bigint, account uuid, reason text)
    where payout.id = draft.id`.execute(trx);
};

/**
 * Derives the status of batches from their payouts. Two payouts that change at once do it one after the other.
 * @param trx a transaction that has changed the payouts
 */
export const updateBatchStatus = async (trx: Database, ids: readonly number[], now: Date): Promise<void> => {
  await sql`select from payout_batch where id = any(${[...ids]}::integer[]) order by id for update`.execute(trx);
  await sql`
    update payout_batch b set status = s.status, approved_at = case when s.status in ('draft', 'cancelled') then b.approved_at
        else coalesce(b.approved_at, ${now}) end,
      done_at = case when s.status = 'done' then coalesce(b.done_at, ${now}) end
    from (
      select batch_id, case
        when bool_or(status = 'draft') then 'draft'
        when bool_and(status = 'cancelled') then 'cancelled'
        when bool_and(status in ('approved', 'cancelled')) then 'approved'
        when bool_or(status in ('approved', 'sending')) then 'sending'
        else 'done' end as status
      from payout where batch_id = any(${[...ids]}::integer[]) group by batch_id
    ) s where b.id = s.batch_id and b.status <> s.status`.execute(trx);
};

/**
 * Claims payouts to send: no other job sends them. One whose job was killed is looked up at the provider after a while. Those of a suspended
 * merchant wait until the suspension ends (PAYOUT-22).
 * @param options `until`: when that is; null: never
 */
export const claimApproved = async (
  trx: Database,
  { provider, limit, now, until }: { provider: string; limit: number; now: Date; until: Date | null },
): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    update payout set status = 'sending', provider = ${provider}, sent_at = ${now}, ask_at = ${until}::timestamptz
    where id in (
      select id from payout where status = 'approved' and merchant_id not in (select id from ${suspendedMerchants} s)
      order by id limit ${limit} for update skip locked)
    returning ${columnsOf('payout')}`.execute(trx);
  return rows;
};

/**
 * Claims payouts whose check at the provider is due. Only the one that has sent them knows them (PAYOUT-35).
 * @param options `until`: when they are checked again
 */
export const claimDueForCheck = async (
  db: Database,
  { provider, limit, now, until }: { provider: string; limit: number; now: Date; until: Date },
): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    update payout set ask_at = ${until}
    where id in (
      select id from payout where provider = ${provider} and ask_at <= ${now} and status in ('sending', 'paid', 'failed')
      order by ask_at limit ${limit} for update skip locked)
    returning ${columnsOf('payout')}`.execute(db);
  return rows;
};

/** Sets when payouts are checked again at the provider, and what it said. @param nextCheckAt null: never */
export const updateNextCheckAt = async (
  db: Database,
  ids: readonly string[],
  nextCheckAt: Date | null,
  reason?: string,
): Promise<void> => {
  await sql`
    update payout set ask_at = ${nextCheckAt}::timestamptz, reason = coalesce(${reason ?? null}::text, reason)
    where id = any(${[...ids]}::text[]) and status in ('sending', 'paid', 'failed')`.execute(db);
};

/**
 * Extends the claim of a job on payouts before they are sent. One that another job has claimed or an operator has stopped meanwhile is left
 * out, and so is one whose merchant was suspended. That goes back to approved, and waits like those of merchants who were suspended before
 * (PAYOUT-22), unless something may have been sent under its reference, or the bank may have it in a file.
 * @param payouts as this job has claimed them
 * @param options `isFirst`: whether nothing was ever sent under their references
 * @returns those that may be sent, as they are claimed now, and those that went back
 */
export const renewClaims = async (
  trx: Database,
  payouts: readonly Pick<PayoutRow, 'id' | 'merchant_id' | 'ask_at'>[],
  { until, isFirst }: { until: Date; isFirst: boolean },
): Promise<{ renewed: PayoutRow[]; returned: PayoutRow[] }> => {
  const claims = payouts.map(({ id, merchant_id, ask_at }) => ({ id, merchant_id, claimed_until: ask_at }));
  // One statement, so that it sees a suspension everywhere or nowhere.
  const { rows } = await sql<PayoutRow>`
    update payout set status = case when is_suspended then 'approved' else status end,
      provider = case when is_suspended then null else provider end,
      sent_at = case when is_suspended then null else sent_at end,
      ask_at = case when not is_suspended and claimed_until is not null then ${until}::timestamptz end
    from (
      select id, claimed_until, merchant_id in (select id from ${suspendedMerchants} s) as is_suspended
      from jsonb_to_recordset(${toJsonRows(claims)}) as given (id text, merchant_id integer, claimed_until timestamptz)) claim
    where payout.id = claim.id and payout.ask_at is not distinct from claimed_until and payout.status = 'sending'
      and payout.stopped_at is null and (not is_suspended or ${isFirst} and payout.provider <> 'file')
    returning ${columnsOf('payout')}`.execute(trx);
  return {
    renewed: rows.filter(({ status }) => status === 'sending'),
    returned: rows.filter(({ status }) => status === 'approved'),
  };
};

/** Stores that the provider knows transfers that are under way. */
export const updateKnown = async (trx: Database, ids: readonly string[], now: Date): Promise<void> => {
  await sql`
    update payout set known_at = coalesce(known_at, ${now}), lost_at = null
    where id = any(${[...ids]}::text[]) and status = 'sending' and (known_at is null or lost_at is not null)`.execute(
    trx,
  );
};

/** Stores that the provider does not know a transfer any more, which it knew before. */
export const updateLost = async (db: Database, id: string, now: Date): Promise<void> => {
  await sql`
    update payout set lost_at = coalesce(lost_at, ${now}), reason = ${LOST_REASON} where id = ${id} and status = 'sending'`.execute(
    db,
  );
};

/** Stores that an operator has stopped a payout. @param nextCheckAt when one that is being sent is checked at the provider */
export const updateStopped = async (
  trx: Database,
  id: string,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date },
): Promise<void> => {
  await trx.updateTable('payout').set({ stopped_at: now, ask_at: nextCheckAt }).where('id', '=', id).execute();
};

/**
 * Stores that an operator, and not its provider, has said what became of payouts. The provider is asked at once, if it is that of the settings.
 */
export const updateConfirmed = async (trx: Database, ids: readonly string[], now: Date): Promise<void> => {
  await sql`
    update payout set lost_at = ${now}, ask_at = ${now} where id = any(${[...ids]}::text[]) and provider <> 'file'`.execute(
    trx,
  );
};

/** Locks payouts until the transaction ends. */
export const lockPayouts = async (trx: Database, ids: readonly string[]): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    select ${columnsOf('payout')} from payout where id = any(${[...ids]}::text[]) order by id for update`.execute(trx);
  return rows;
};

/**
 * Stores what the provider, or an operator, has reported of payouts. Lock them first.
 * @param outcomes `isLate`: paid after it has failed; `fee` in kobo; `nextCheckAt`: null if it is not checked at the provider any more
 * @param now when they have ended, unless they had ended before
 */
export const updateOutcomes = async (
  trx: Database,
  outcomes: readonly {
    id: string;
    status: PayoutStatus;
    isLate: boolean;
    fee: Kobo;
    reason: string | null;
    nextCheckAt: Date | null;
  }[],
  now: Date,
): Promise<void> => {
  await sql`
    update payout set status = outcome.status, fee_kobo = outcome.fee, reason = outcome.reason, ask_at = outcome."nextCheckAt",
      finished_at = case when outcome."isLate" then ${now} else coalesce(finished_at, ${now}) end,
      late_at = case when outcome."isLate" then ${now} else late_at end, lost_at = null, reversed_at = case when outcome.status = 'reversed' then ${now}::timestamptz end
    from jsonb_to_recordset(${toJsonRows(outcomes)}) as outcome (id text, status text, "isLate" boolean, fee bigint, reason text, "nextCheckAt" timestamptz)
    where payout.id = outcome.id`.execute(trx);
};

const listedPayouts = sql`
  select ${columnsOf('payout')}, a.last_digits, m.name as merchant_name from payout
    left join bank_account a on a.id = payout.bank_account_id left join ${merchantNames} m on m.id = payout.merchant_id`;

/**
 * A payout with its merchant and account.
 * @param merchantId only if it is this merchant's
 * @returns undefined if there is none
 */
export const selectPayout = async (
  db: Database,
  id: string,
  merchantId?: MerchantId,
): Promise<ListedPayout | undefined> => {
  const { rows } = await sql<ListedPayout>`
    ${listedPayouts} where payout.id = ${id} and (${merchantId ?? null}::integer is null or payout.merchant_id = ${merchantId ?? null}::integer)`.execute(
    db,
  );
  return rows[0];
};

/** A merchant's payouts, newest first. @param after the last one of the page before */
export const selectMerchantPayouts = async (
  db: Database,
  merchantId: MerchantId,
  { after = null, limit }: { after?: string | null | undefined; limit: number },
): Promise<ListedPayout[]> => {
  const { rows } = await sql<ListedPayout>`
    ${listedPayouts} where payout.merchant_id = ${merchantId} and (${after}::text is null
      or (payout.created_at, payout.id) < (select created_at, id from payout where id = ${after}::text and merchant_id = ${merchantId}))
    order by payout.created_at desc, payout.id desc limit ${limit}`.execute(db);
  return rows;
};

export type PayoutUnderWay = { status: 'draft' | 'approved' | 'sending'; kobo: Kobo };

/**
 * The oldest of the merchant's payouts that are being made, and what decides whether the next batch has one.
 * @returns `lastDigits` of the bank account in effect; null without one
 */
export const selectNextPayout = async (
  db: Database,
  merchantId: MerchantId,
  now: Date,
): Promise<{ underWay: PayoutUnderWay | null; isSuspended: boolean; lastDigits: string | null }> => {
  const { rows } = await sql<Awaited<ReturnType<typeof selectNextPayout>>>`
    select (
      select json_build_object('status', status, 'kobo', amount_kobo) from payout
      where merchant_id = ${merchantId} and status in ('draft', 'approved', 'sending') order by created_at, id limit 1) as "underWay",
      ${merchantId}::integer in (select id from ${suspendedMerchants} s) as "isSuspended", (
      select last_digits from bank_account where merchant_id = ${merchantId} and revoked_at is null and effective_at <= ${now}
      order by effective_at desc limit 1) as "lastDigits"`.execute(db);
  return rows[0] ?? { underWay: null, isSuspended: false, lastDigits: null };
};

/** When the merchant's payout before this one was drafted. */
export const selectDraftedBefore = async (
  db: Database,
  { merchant_id, created_at }: Pick<PayoutRow, 'merchant_id' | 'created_at'>,
): Promise<Date | undefined> => {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from payout where merchant_id = ${merchant_id} and created_at < ${created_at} and status <> 'cancelled'
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.created_at;
};

/** The payouts of a batch, also cancelled ones, by merchant. */
export const selectBatchPayouts = async (db: Database, batchId: number): Promise<CheckedPayout[]> => {
  const { rows } = await sql<CheckedPayout>`
    select p.*, ${anomaly} as anomaly from (${listedPayouts} where payout.batch_id = ${batchId}) p order by merchant_id`.execute(
    db,
  );
  return rows;
};

/** The payouts of a batch that wait for the bank, without those of suspended merchants (PAYOUT-22). */
export const selectForBank = async (db: Database, batchId: number): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    select ${columnsOf('payout')} from payout where batch_id = ${batchId} and status = 'sending' and provider = 'file'
      and merchant_id not in (select id from ${suspendedMerchants} s) order by merchant_id`.execute(db);
  return rows;
};

/** Stores when the file for the bank was made. */
export const updateFileMadeAt = async (trx: Database, batchId: number, now: Date): Promise<void> => {
  await trx.updateTable('payout_batch').set({ file_made_at: now }).where('id', '=', batchId).execute();
};

/** Batches, newest first. @param options `id`: only this one; `before`: the last one of the page before */
export const selectBatches = async (
  db: Database,
  { id = null, before = null, limit }: { id?: number | null; before?: number | null | undefined; limit: number },
): Promise<ListedBatch[]> => {
  const { rows } = await sql<ListedBatch>`
    select ${columnsOf('payout_batch')}, p.payouts, p.amount from payout_batch, lateral (
      select count(*)::integer as payouts, coalesce(sum(amount_kobo) filter (where status <> 'cancelled'), 0)::bigint as amount
      from payout where batch_id = payout_batch.id) p
    where (${id}::integer is null or payout_batch.id = ${id}::integer) and (${before}::integer is null or payout_batch.id < ${before}::integer)
    order by payout_batch.id desc limit ${limit}`.execute(db);
  return rows;
};

/**
 * Why a payout needs a person: it was paid after it had failed, its transfer is lost at the provider, or it is not checked: the settings
 * have replaced its provider, or its job does not run.
 */
const anomaly = sql`case
  when status = 'paid' and late_at > now() - make_interval(days => ${LATE_DAYS}::integer) then 'late'
  when status = 'sending' and lost_at is not null then 'lost'
  when status = 'sending' and provider <> 'file' and ask_at < now() - make_interval(mins => ${OVERDUE_MINUTES}::integer) then 'overdue' end`;

/** Those of these payouts that are lost or overdue: nobody but an operator says what became of them. */
export const selectUnanswered = async (db: Database, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from payout where id = any(${[...ids]}::text[]) and (${anomaly}) in ('lost', 'overdue')`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Payouts that need a person, newest first (PAYOUT-23, PAYOUT-24, PAYOUT-35). */
export const selectAnomalies = async (db: Database, limit: number): Promise<CheckedPayout<PayoutAnomaly>[]> => {
  const { rows } = await sql<CheckedPayout<PayoutAnomaly>>`
    select * from (
      select p.*, ${anomaly} as anomaly from (${listedPayouts}
        where late_at is not null or lost_at is not null or ask_at is not null) p) found
    where anomaly is not null order by coalesce(late_at, lost_at, ask_at) desc limit ${limit}`.execute(db);
  return rows;
};

/** What waits for an operator, of payouts. */
export const payoutWork = {
  payouts_unclear: countWork(sql`
    select coalesce(late_at, lost_at, ask_at) as since, null::timestamptz as due, merchant_id, amount_kobo as amount
    from payout where (late_at is not null or lost_at is not null or ask_at is not null) and ${anomaly} is not null
    order by coalesce(late_at, lost_at, ask_at)`),
  payout_batches: countWork(sql`
    select created_at as since, null::timestamptz as due, null::integer as merchant_id,
      (select sum(amount_kobo)::bigint from payout where batch_id = payout_batch.id and status = 'draft') as amount
    from payout_batch where status = 'draft' order by created_at`),
  bank_account_changes: countBankAccountChanges,
};

/** Payouts by status; `late`, `lost` and `overdue` are those of `selectAnomalies`. */
export const countPayouts = async (db: Database): Promise<{ status: string; count: number }[]> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select coalesce(${anomaly}, status) as status, count(*)::integer as count from payout group by 1 order by 1`.execute(
    db,
  );
  return rows;
};

/** What was paid to merchants by payouts that were reported as failed before, in kobo (PAYOUT-23). */
export const selectLateSums = async (db: Database, merchantIds: readonly MerchantId[]): Promise<Map<number, Kobo>> => {
  const { rows } = await sql<{ merchant_id: MerchantId; kobo: Kobo }>`
    select merchant_id, sum(amount_kobo)::bigint as kobo from payout
    where status = 'paid' and late_at is not null and merchant_id = any(${[...merchantIds]}::integer[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ merchant_id, kobo }) => [merchant_id, kobo]));
};

/** What the table of payouts says about each account of the books, by merchant. Debits are positive. */
export const selectExpectedSums = async (
  db: Database,
): Promise<{ account: string; merchantId: MerchantId | null; amount: number }[]> => {
  const { rows } = await sql<{ account: string; merchantId: MerchantId | null; amount: number }>`
    select account, merchant_id as "merchantId", sum(amount)::bigint as amount from (
      select 'payable' as account, merchant_id, amount_kobo as amount from payout where status in ('approved', 'sending', 'paid')
      union all select 'payouts', merchant_id, -amount_kobo from payout where status in ('approved', 'sending')
      union all select 'fees', null, fee_kobo from payout where status in ('paid', 'reversed')
      union all select case when provider = 'file' then 'bank' else 'clearing' end, null,
        -fee_kobo - case when status = 'paid' then amount_kobo else 0 end from payout where status in ('paid', 'reversed')
    ) e group by 1, 2 having sum(amount) <> 0`.execute(db);
  return rows;
};
