import { brand } from '@sokuwa/contract/brand.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { PayoutStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { Encryption } from '../platform/encryption.ts';
import {
  PayoutsUnavailable,
  type Transfer,
  type TransferRefusal,
  type TransferState,
} from '../ports/payouts/payouts.port.ts';
import { readDetails } from './bank-account.service.ts';
import { selectBankAccountsById, updateRecipients } from './bank-account.sql.ts';
import { nextCheckOfFinished, type PayoutDeps, settleTransfers } from './payouts.service.ts';
import * as store from './payouts.sql.ts';

const MINUTE_MS = 60_000;
/** After this, a payout whose job was killed is looked up. Longer than a job needs for one batch. */
const LEASE_MS = 10 * MINUTE_MS;
/** When the provider is asked about a transfer that is under way, or has an unknown outcome. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** When a transfer is tried again for which the balance was too low, or that the provider does not permit at present. */
const RETRY_REFUSED_MS = 60 * MINUTE_MS;
/** Payouts about which one round of the job asks. */
const ASK_BATCH = 50;
/** What the provider is asked about: the outcome, a reversal, a success after a failure. */
const ASKED_STATUSES: readonly PayoutStatus[] = ['sending', 'paid', 'failed'];
/** Bank accounts that are registered at the same time. */
const CONCURRENT_RECIPIENTS = 8;

const isRefusal = (outcome: TransferState | TransferRefusal): outcome is TransferRefusal => 'refused' in outcome;

/**
 * What to send for payouts, each to the bank account with which it was approved (PAYOUT-15). An account that the provider does not know yet is
 * registered.
 * @throws PayoutsUnavailable
 */
const toTransfers = async (
  { db, payouts: provider }: PayoutDeps,
  encryption: Encryption,
  payouts: readonly store.PayoutRow[],
): Promise<Transfer[]> => {
  const ids = payouts.flatMap(({ bank_account_id }) => bank_account_id ?? []);
  const accounts = new Map((await selectBankAccountsById(db, ids)).map((row) => [row.id, row]));
  const registered: { id: string; recipient: string }[] = [];
  const toTransfer = async (payout: store.PayoutRow): Promise<Transfer[]> => {
    const row = accounts.get(payout.bank_account_id ?? '');
    if (!row) return [];
    const account = readDetails(encryption, row);
    let { recipient } = row;
    if (recipient === null) {
      recipient = await provider.createRecipient(account);
      registered.push({ id: row.id, recipient });
    }
    return [
      { reference: payout.id, amount: payout.amount_kobo, account, recipient, reason: `${brand.name} ${payout.id}` },
    ];
  };
  const transfers: Transfer[] = [];
  try {
    for (let start = 0; start < payouts.length; start += CONCURRENT_RECIPIENTS)
      transfers.push(
        ...(await Promise.all(payouts.slice(start, start + CONCURRENT_RECIPIENTS).map(toTransfer))).flat(),
      );
  } finally {
    // Together, because each commit waits for the disk; also after a failure, so that the next attempt gets further.
    if (registered.length > 0) await updateRecipients(db, registered);
  }
  return transfers;
};

/**
 * Sends claimed payouts, and records what the provider says. If the outcome is unknown, nothing is decided: the provider is asked about each
 * reference later (PAYOUT-13).
 */
const send = async (deps: PayoutDeps, encryption: Encryption, payouts: readonly store.PayoutRow[]): Promise<void> => {
  const { db, payouts: provider, log } = deps;
  const now = Date.now();
  try {
    const transfers = await toTransfers(deps, encryption, payouts);
    const outcomes = await provider.send(transfers);
    const refused = outcomes.filter(isRefusal);
    const states = outcomes.filter((outcome): outcome is TransferState => !isRefusal(outcome));
    const settled: TransferState[] = [
      ...states,
      // Nothing was sent for them, and never will be.
      ...refused
        .filter(({ kind }) => kind === 'final')
        .map(({ reference, refused: reason }) => ({ reference, status: 'failed' as const, fee: kobo(0), reason })),
      ...payouts
        .filter(({ id }) => transfers.every(({ reference }) => reference !== id))
        .map(({ id }) => ({
          reference: id,
          status: 'failed' as const,
          fee: kobo(0),
          reason: 'The bank account was deleted.',
        })),
    ];
    await db.transaction().execute((trx) => settleTransfers(trx, settled));
    const waiting = refused.filter(({ kind }) => kind === 'temporary');
    for (const [reason, same] of Map.groupBy(waiting, (refusal) => refusal.refused)) {
      log.error({ reason, payouts: same.length }, 'the provider does not accept payouts at present');
      const ids = same.map(({ reference }) => reference);
      await store.updateAskAt(db, ids, new Date(now + RETRY_REFUSED_MS), reason);
    }
  } catch (error) {
    if (!(error instanceof PayoutsUnavailable)) throw error;
    log.warn({ err: error, payouts: payouts.length }, 'the provider of payouts is unavailable');
  }
};

/** Asks the provider about a payout, and sends it again, under its reference, if the provider has never heard of it. */
const ask = async (deps: PayoutDeps, encryption: Encryption, payout: store.PayoutRow): Promise<void> => {
  const { db, payouts: provider, log } = deps;
  // It was sent in another way, which an operator has changed in the settings.
  if (payout.provider !== provider.name) return;
  try {
    const state = await provider.verify(payout.id);
    if (state === 'unknown') {
      if (payout.status === 'sending') await send(deps, encryption, [payout]);
      else await store.updateAskAt(db, [payout.id], nextCheckOfFinished(payout, new Date()));
      return;
    }
    const changed = await db
      .transaction()
      .execute((trx) => settleTransfers(trx, [state], { acceptsLate: payout.status === 'failed' }));
    if (changed.length === 0 && payout.status !== 'sending')
      await store.updateAskAt(db, [payout.id], nextCheckOfFinished(payout, new Date()));
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
 * Sends all approved payouts, and asks about those that are due. Two jobs share the work: each payout is claimed by one (PAYOUT-16).
 * @returns how many were sent and asked about
 */
export const sendPayouts = async (deps: PayoutDeps, now = new Date()): Promise<number> => {
  const { db, payouts: provider, encryption } = deps;
  if (!encryption) return 0;
  let count = 0;
  for (;;) {
    const claimed = await db.transaction().execute(async (trx) => {
      // An operator confirms those of a file, so there is nobody to ask.
      const until = provider.name === 'file' ? null : new Date(Math.max(now.getTime(), Date.now()) + LEASE_MS);
      const options = { provider: provider.name, limit: provider.maxTransfers, now, until };
      const payouts = await store.claimApproved(trx, options);
      await store.updateBatchStatus(trx, [...new Set(payouts.map(({ batch_id }) => batch_id))], now);
      return payouts;
    });
    if (claimed.length === 0) break;
    await send(deps, encryption, claimed);
    count += claimed.length;
  }
  for (;;) {
    const due = await store.claimToAsk(db, { limit: ASK_BATCH, now, until: new Date(now.getTime() + ASK_AGAIN_MS) });
    for (const payout of due) await ask(deps, encryption, payout);
    count += due.length;
    if (due.length < ASK_BATCH) return count;
  }
};

/** Asks the provider about one payout, after a webhook (PAYOUT-18). A reference of something else is ignored. */
export const checkTransfer = async (deps: PayoutDeps, reference: string): Promise<void> => {
  const { db, encryption } = deps;
  const payout = await store.selectPayout(db, reference);
  if (!encryption || !payout || !ASKED_STATUSES.includes(payout.status)) return;
  // If the provider does not respond now, the job that runs every minute asks again.
  await store.updateAskAt(db, [payout.id], new Date());
  await ask(deps, encryption, payout);
};
