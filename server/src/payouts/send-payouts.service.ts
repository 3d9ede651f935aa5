import { brand } from '@sokuwa/contract/brand.ts';
import type { PayoutStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { DecryptionError, type Encryption } from '../platform/encryption.ts';
import { tryAll } from '../platform/try-all.ts';
import {
  type BankAccount,
  PayoutsUnavailable,
  type Transfer,
  type TransferRefusal,
  type TransferState,
} from '../ports/payouts/payouts.port.ts';
import { readDetails } from './bank-account.service.ts';
import { type BankAccountRow, forgetRecipients, selectBankAccountsById, updateRecipients } from './bank-account.sql.ts';
import { failUnsent, nextCheckOfFinished, type PayoutDeps, settleTransfers } from './payouts.service.ts';
import * as store from './payouts.sql.ts';

const MINUTE_MS = 60_000;
/**
 * After this, a payout whose job was killed is looked up. Longer than sending takes, which begins with a new lease: at worst each of a hundred
 * transfers is a call of its own, of ten seconds.
 */
export const LEASE_MS = 20 * MINUTE_MS;
/** How long after a check a transfer that is under way is checked again. */
const CHECK_INTERVAL_MS = 10 * MINUTE_MS;
/** When a transfer is tried again for which the balance was too low, or that the provider does not permit at present. */
const RETRY_REFUSED_MS = 60 * MINUTE_MS;
/** Maximum payouts that one round of the job checks. */
const CHECK_BATCH_SIZE = 50;
/** What is checked at the provider: the outcome, a reversal, a success after a failure. */
const CHECKED_STATUSES: readonly PayoutStatus[] = ['sending', 'paid', 'failed'];
/** Bank accounts that are registered at the same time. */
const CONCURRENT_RECIPIENTS = 8;

/** Why a payout has failed that an operator stopped. Its merchant reads it; the operator's reason is in the audit log. */
export const STOPPED_REASON = 'The shop has stopped this payout.';

const isRefusal = (outcome: TransferState | TransferRefusal): outcome is TransferRefusal => 'kind' in outcome;

/** A bank account that was registered, and the name by which the provider knows it. */
type Registered = { id: string; recipient: string };
/** A payout that was not sent, and why. */
type Unsent = { payout: store.PayoutRow; reason: string };

/**
 * What to send for a payout: it goes to the bank account with which it was approved (PAYOUT-15). An account that the provider does not know yet
 * is registered (PAYOUT-27).
 * @param registered gets the account then
 * @returns why it cannot be sent: only this payout fails (PAYOUT-26)
 * @throws PayoutsUnavailable
 */
const toTransfer = async (
  { payouts: provider, log }: PayoutDeps,
  encryption: Encryption,
  payout: store.PayoutRow,
  row: BankAccountRow | undefined,
  registered: Registered[],
): Promise<Transfer | Unsent> => {
  if (!row) return { payout, reason: 'The bank account was deleted.' };
  let account: BankAccount;
  try {
    account = readDetails(encryption, row);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, payout: payout.id }, 'a bank account cannot be decrypted');
    return { payout, reason: 'The bank account cannot be read. Enter it again.' };
  }
  let recipient = row.recipient_issuer === provider.issuer ? row.recipient : null;
  if (recipient === null) {
    const created = await provider.createRecipient(account);
    if ('refused' in created) {
      log.error({ payout: payout.id, reason: created.refused }, 'the provider does not register a bank account');
      return { payout, reason: created.refused };
    }
    recipient = created.recipient;
    registered.push({ id: row.id, recipient });
  }
  return { reference: payout.id, amount: payout.amount_kobo, account, recipient, reason: `${brand.name} ${payout.id}` };
};

/** @throws PayoutsUnavailable */
const toTransfers = async (
  deps: PayoutDeps,
  encryption: Encryption,
  payouts: readonly store.PayoutRow[],
): Promise<{ transfers: Map<string, Transfer>; unsent: Unsent[] }> => {
  const ids = payouts.flatMap(({ bank_account_id }) => bank_account_id ?? []);
  const accounts = new Map((await selectBankAccountsById(deps.db, ids)).map((row) => [row.id, row]));
  const transfers = new Map<string, Transfer>();
  const unsent: Unsent[] = [];
  const registered: Registered[] = [];
  try {
    for (let start = 0; start < payouts.length; start += CONCURRENT_RECIPIENTS) {
      const some = payouts.slice(start, start + CONCURRENT_RECIPIENTS);
      const results = some.map((payout) =>
        toTransfer(deps, encryption, payout, accounts.get(payout.bank_account_id ?? ''), registered),
      );
      for (const result of await Promise.all(results))
        if ('payout' in result) unsent.push(result);
        else transfers.set(result.reference, result);
    }
  } finally {
    // Together, because each commit waits for the disk; also after a failure, so that the next attempt gets further.
    if (registered.length > 0) await updateRecipients(deps.db, deps.payouts.issuer, registered);
  }
  return { transfers, unsent };
};

/**
 * Looks up refused payouts: an earlier request may have executed them. Only one that the provider does not know has failed (PAYOUT-13).
 * @throws PayoutsUnavailable; the rest is checked later
 */
const settleRefused = async ({ db, payouts: provider }: PayoutDeps, refused: readonly Unsent[]): Promise<void> => {
  for (const refusal of refused) {
    const state = await provider.verify(refusal.payout.id);
    // The refusal may be about the recipient, for example of another business: the next payout registers the account again.
    await forgetRecipients(db, refusal.payout.bank_account_id === null ? [] : [refusal.payout.bank_account_id]);
    await db.transaction().execute(async (trx) => {
      if (state === 'unknown') await failUnsent(trx, [refusal]);
      else await settleTransfers(trx, [state]);
    });
  }
};

/**
 * Sends claimed payouts, and records what the provider says. If the outcome is unknown, nothing is decided: each reference is
 * checked at the provider later (PAYOUT-13).
 * @param isFirst whether nothing was ever sent under their references
 */
const send = async (
  deps: PayoutDeps,
  encryption: Encryption,
  payouts: readonly store.PayoutRow[],
  { isFirst }: { isFirst: boolean },
): Promise<void> => {
  const { db, payouts: provider, log } = deps;
  try {
    const { transfers, unsent } = await toTransfers(deps, encryption, payouts);
    if (unsent.length > 0) await db.transaction().execute((trx) => failUnsent(trx, unsent));
    const ready = payouts.filter(({ id }) => transfers.has(id));
    const claimed = await db.transaction().execute(async (trx) => {
      const until = new Date(Date.now() + LEASE_MS);
      const { renewed, returned } = await store.renewClaims(trx, ready, { until, isFirst });
      const batches = [...new Set(returned.map(({ batch_id }) => batch_id))];
      if (batches.length > 0) await store.updateBatchStatus(trx, batches, new Date());
      return renewed;
    });
    if (claimed.length === 0) return;
    const outcomes = await provider.send(claimed.flatMap(({ id }) => transfers.get(id) ?? []));
    const states = outcomes.filter((outcome): outcome is TransferState => !isRefusal(outcome));
    await db.transaction().execute((trx) => settleTransfers(trx, states));
    const refused = outcomes.filter(isRefusal);
    const waiting = refused.filter(({ kind }) => kind === 'temporary');
    for (const [reason, same] of Map.groupBy(waiting, (refusal) => refusal.reason)) {
      log.error({ reason, payouts: same.length }, 'the provider does not accept payouts at present');
      const ids = same.map(({ reference }) => reference);
      await store.updateNextCheckAt(db, ids, new Date(Date.now() + RETRY_REFUSED_MS), reason);
    }
    const final = new Map(
      refused.filter(({ kind }) => kind === 'final').map((refusal) => [refusal.reference, refusal.reason]),
    );
    await settleRefused(
      deps,
      claimed.flatMap((payout) => {
        const reason = final.get(payout.id);
        return reason === undefined ? [] : [{ payout, reason }];
      }),
    );
  } catch (error) {
    if (!(error instanceof PayoutsUnavailable)) throw error;
    log.warn({ err: error, payouts: payouts.length }, 'the provider of payouts is unavailable');
  }
};

/**
 * Decides about a payout that is being sent and that the provider does not know: it is sent again under its reference, unless the provider has
 * known it before (PAYOUT-24), or it was stopped: then it fails (PAYOUT-34).
 * @param now not later than the check at the provider
 */
const decideUnknown = async (
  deps: PayoutDeps,
  encryption: Encryption,
  payout: store.PayoutRow,
  now: Date,
): Promise<void> => {
  const { db, log } = deps;
  if (payout.known_at !== null) {
    log.error({ payout: payout.id }, 'the provider does not know a payout any more');
    await store.updateLost(db, payout.id, new Date());
  } else if (payout.stopped_at === null) await send(deps, encryption, [payout], { isFirst: false });
  // A job that was sending it when it was stopped may do so until its lease ends.
  else if (now.getTime() >= payout.stopped_at.getTime() + LEASE_MS)
    await db.transaction().execute((trx) => failUnsent(trx, [{ payout, reason: STOPPED_REASON }]));
};

/** Checks a claimed payout at the provider, and records what it says. */
const checkPayout = async (
  deps: PayoutDeps,
  encryption: Encryption,
  payout: store.PayoutRow,
  now = new Date(),
): Promise<void> => {
  const { db, payouts: provider, log } = deps;
  try {
    const state = await provider.verify(payout.id);
    if (state === 'unknown') {
      if (payout.status === 'sending') await decideUnknown(deps, encryption, payout, now);
      else await store.updateNextCheckAt(db, [payout.id], nextCheckOfFinished(payout, now));
      return;
    }
    const changed = await db
      .transaction()
      .execute((trx) => settleTransfers(trx, [state], { acceptsLate: payout.status === 'failed' }));
    if (changed.length === 0 && payout.status !== 'sending')
      await store.updateNextCheckAt(db, [payout.id], nextCheckOfFinished(payout, now));
    for (const { status, isLate } of changed)
      if (isLate) log.error({ payout: payout.id }, 'a payout was paid after it was reported as failed');
      else if (status !== 'paid')
        log.error({ payout: payout.id, status, reason: state.reason }, 'a payout did not arrive');
  } catch (error) {
    if (!(error instanceof PayoutsUnavailable)) throw error;
    log.warn({ err: error, payout: payout.id }, 'the provider of payouts is unavailable');
  }
};

/**
 * Sends all approved payouts, and checks those that are due. Two jobs share the work: each payout is claimed by one (PAYOUT-16).
 * If one fails, the others are still sent and checked: it is checked when its claim has ended.
 * @returns how many were sent and checked
 * @throws AggregateError as `tryAll`
 */
export const sendPayouts = async (deps: PayoutDeps, now = new Date()): Promise<number> => {
  const { db, payouts: provider, encryption } = deps;
  if (!encryption) return 0;
  return tryAll('payouts could not be sent or checked', async (attempt) => {
    let count = 0;
    for (;;) {
      const claimed = await db.transaction().execute(async (trx) => {
        // An operator confirms those of a file, so there is no provider that could be checked.
        const until = provider.name === 'file' ? null : new Date(Math.max(now.getTime(), Date.now()) + LEASE_MS);
        const options = { provider: provider.name, limit: provider.maxTransfers, now, until };
        const payouts = await store.claimApproved(trx, options);
        await store.updateBatchStatus(trx, [...new Set(payouts.map(({ batch_id }) => batch_id))], now);
        return payouts;
      });
      if (claimed.length === 0) break;
      await attempt(`${claimed.length} payouts from ${claimed[0]?.id}`, () =>
        send(deps, encryption, claimed, { isFirst: true }),
      );
      count += claimed.length;
    }
    for (;;) {
      const until = new Date(now.getTime() + CHECK_INTERVAL_MS);
      const due = await store.claimDueForCheck(db, { provider: provider.name, limit: CHECK_BATCH_SIZE, now, until });
      for (const payout of due)
        await attempt(`the payout ${payout.id}`, () => checkPayout(deps, encryption, payout, now));
      count += due.length;
      if (due.length < CHECK_BATCH_SIZE) break;
    }
    return count;
  });
};

/** Checks one payout at the provider, after a webhook (PAYOUT-18). A reference of something else, or of another provider, is ignored. */
export const checkTransfer = async (deps: PayoutDeps, reference: string, now = new Date()): Promise<void> => {
  const { db, payouts: provider, encryption } = deps;
  const payout = await store.selectPayout(db, reference);
  if (!encryption || payout?.provider !== provider.name || !CHECKED_STATUSES.includes(payout.status)) return;
  // If the provider does not respond now, the job that runs every minute checks it again.
  await store.updateNextCheckAt(db, [payout.id], now);
  await checkPayout(deps, encryption, { ...payout, ask_at: now }, now);
};
