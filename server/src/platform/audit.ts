import type { Selectable } from 'kysely';
import { type Database, type DryRunOption, runInTransaction } from './database.ts';
import type { AccountId, MerchantId } from './ids.ts';
import { TABLE_COLUMNS, type Tables } from './tables.gen.ts';

export type AuditEntry = Selectable<Tables['audit_entry']>;
/** Who acts for the shop, and why. */
export type Act = {
  /** As `accountActor` or `tokenActor` names it, or `cli:` and the user of the command line. */
  actor: string;
  reason?: string | undefined;
};

/** Every change of an operator takes them: who acts, and whether it is only tried. */
export type ActOptions = DryRunOption & { act: Act };

/** The options of a call, which always acts; a command can try. @param actor of the call's handler */
export const actLive = (actor: string, reason?: string): ActOptions => ({ dryRun: false, act: { actor, reason } });

/** What an operator has changed. */
type Change = {
  /** Such as 'refunds create'. */
  action: string;
  /** Such as 'order 7F3KQ2M9XW4T'. */
  subject: string;
  before?: object;
  after?: object;
};

/** Writes what an operator does into the audit log, in the transaction that does it. */
export const recordAudit = async (
  trx: Database,
  { actor, reason }: Act,
  { action, subject, before, after }: Change,
): Promise<void> => {
  const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  const values = { before: toJson(before), after: toJson(after) };
  await trx
    .insertInto('audit_entry')
    .values({ actor, action, subject, reason: reason ?? null, ...values })
    .execute();
};

/** The result of a change, with what the audit log says of it. */
class Acted<T> {
  readonly result: T;
  readonly change: Change;
  constructor(result: T, change: Change) {
    this.result = result;
    this.change = change;
  }
}
/** The result of a change that `runAct` runs. */
export const acted = <T>(result: T, change: Change): Acted<T> => new Acted(result, change);
export type { Acted };

/** Why an operator's change was not made: there is nothing to change, or it is refused. */
type NotDone = undefined | false | string | { refused: string };

/**
 * Runs an operator's change in a transaction, together with its entry in the audit log (OPERATOR-2). A dry run is rolled back with its entry.
 * @param change returns `acted(…)`, or why it has changed nothing. Any other result is a compile error, so no entry is forgotten
 */
export const runAct = <T, N extends NotDone>(
  db: Database,
  { dryRun, act }: ActOptions,
  change: (trx: Database) => Promise<Acted<T> | N>,
): Promise<T | N> =>
  runInTransaction(db, { dryRun }, async (trx) => {
    const done = await change(trx);
    if (!(done instanceof Acted)) return done;
    await recordAudit(trx, act, done.change);
    return done.result;
  });

/** How the audit log names a person. */
export const accountActor = (accountId: AccountId): string => `account ${accountId}`;

/** How the audit log names a program. Whoever names a token cannot make it look like a person, or like the command line. */
export const tokenActor = (name: string): string => `token:${name}`;

/** How the audit log names a merchant. */
export const merchantSubject = (merchantId: MerchantId): string => `merchant ${merchantId}`;

/** Conditions of a list of entries: all that are given hold. */
export type AuditFilters = {
  subject?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
};

/**
 * Entries of the audit log, newest first.
 * @param before the id of the last entry of the page before
 */
export const selectAudit = (
  db: Database,
  { subject, actor, action, from, to, before, limit }: AuditFilters & { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> => {
  let query = db.selectFrom('audit_entry').select(TABLE_COLUMNS.audit_entry).orderBy('id', 'desc').limit(limit);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
};
