import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { TABLE_COLUMNS, type Tables } from './tables.gen.ts';

export type AuditEntry = Selectable<Tables['audit_entry']>;
/** Who acts for the shop, and why. */
export type Act = {
  /** The name of an API token, or the user of the command line. */
  actor: string;
  reason?: string | undefined;
};

/**
 * Writes what an operator does into the audit log, in the transaction that does it.
 * @param action such as 'refunds create'
 * @param subject such as 'order 7F3KQ2M9XW4T'
 */
export const recordAudit = async (
  trx: Database,
  { actor, reason }: Act,
  { action, subject, before, after }: { action: string; subject: string; before?: object; after?: object },
): Promise<void> => {
  const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  const values = { before: toJson(before), after: toJson(after) };
  await trx
    .insertInto('audit_entry')
    .values({ actor, action, subject, reason: reason ?? null, ...values })
    .execute();
};

/**
 * Entries of the audit log, newest first.
 * @param before the id of the last entry of the page before
 */
export const selectAudit = (
  db: Database,
  { subject, actor, before, limit }: { subject?: string; actor?: string; before?: number; limit: number },
): Promise<AuditEntry[]> => {
  let query = db.selectFrom('audit_entry').select(TABLE_COLUMNS.audit_entry).orderBy('id', 'desc').limit(limit);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
};
