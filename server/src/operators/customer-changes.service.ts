import { eraseAccount, lockAccount, type PersonalData } from '../account/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { selectDeskSessions } from '../platform/desk-sessions.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { closeSessions, selectSessionEnds } from '../platform/sessions.ts';
import { selectMemberships } from '../staff/index.ts';

const UNDELIVERED_TEXT =
  'This buyer has paid for orders that are not delivered yet. Confirm it if they may be erased too.';

const subjectOf = (accountId: AccountId): string => `account ${accountId}`;

/**
 * Signs an account out everywhere, of shop and desk (OPERATOR-19). Safe to repeat.
 * @returns how many sessions were ended; not_found if there is no such account
 */
export const endSessions = (
  db: Database,
  accountId: AccountId,
  options: ActOptions,
): Promise<{ ended: number } | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    if (!(await lockAccount(trx, accountId))) return refuse('not_found');
    const shop = await selectSessionEnds(trx, accountId);
    const desk = await selectDeskSessions(trx, accountId);
    await closeSessions(trx, accountId);
    const ended = shop.length + desk.length;
    return acted({ ended }, { action: 'customers end-sessions', subject: subjectOf(accountId), after: { ended } });
  });

/**
 * Deletes an account and its data, as its owner can (OPERATOR-19); the person gets a mail.
 * @param confirmUndelivered also deletes an account with orders that are paid and not delivered
 * @returns these orders; orders_undelivered with their ids; account_is_staff for people who work for a merchant or as operators: they are
 *   removed from their teams first, so that no team loses its owner; not_found if there is no such account
 */
export const eraseCustomer = (
  db: Database,
  personalData: PersonalData,
  accountId: AccountId,
  { confirmUndelivered }: { confirmUndelivered: boolean },
  options: ActOptions,
): Promise<{ undelivered: string[] } | Refused<'not_found' | 'account_is_staff' | 'orders_undelivered'>> =>
  runAct(db, options, async (trx) => {
    if (!(await lockAccount(trx, accountId))) return refuse('not_found');
    if ((await selectMemberships(trx, accountId)).length > 0) return refuse('account_is_staff');
    const erased = await eraseAccount(trx, personalData, accountId, { confirmUndelivered });
    if (erased === undefined) return refuse('not_found');
    if (isRefused(erased))
      return erased.refused === 'only_owner'
        ? refuse('account_is_staff')
        : refuse('orders_undelivered', erased.errors, UNDELIVERED_TEXT);
    const change = {
      action: 'customers erase',
      subject: subjectOf(accountId),
      after: { undelivered_orders: erased.undelivered },
    };
    return acted(erased, change);
  });
