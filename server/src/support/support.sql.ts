import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type SupportRow = Selectable<Tables['support_message']>;
type NewMessage = Pick<SupportRow, 'full_name' | 'email' | 'subject' | 'content'>;

/** Inserts a message unless the same one was inserted within the last `seconds`. */
export const insertUnlessRepeated = async (trx: Database, message: NewMessage, seconds: number): Promise<void> => {
  const { full_name, email, subject, content } = message;
  // Serialises two simultaneous submits, so that the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`support ${email.toLowerCase()}`}, 0))`.execute(trx);
  await sql`
    insert into support_message (full_name, email, subject, content)
    select ${full_name}::text, ${email}::text, ${subject}::text, ${content}::text
    where not exists (select from support_message
      where lower(email) = lower(${email}::text) and created_at > now() - ${seconds} * interval '1 second'
        and subject = ${subject}::text and content = ${content}::text)`.execute(trx);
};

/**
 * Claims the oldest undelivered message that no other node has claimed.
 * @param skippedIds messages to leave out
 * @param claimMs time after which another node may claim it, if this one stops without a result
 */
export const claimNextUndelivered = (
  db: Database,
  skippedIds: readonly string[],
  claimMs: number,
): Promise<SupportRow | undefined> => {
  const now = new Date();
  return db
    .updateTable('support_message')
    .set({ claimed_until: new Date(now.getTime() + claimMs) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('support_message')
        .select('id')
        .where('delivered_at', 'is', null)
        .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now)]))
        .where((row) => row.not(row('id', '=', row.fn.any(row.val([...skippedIds])))))
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(TABLE_COLUMNS.support_message)
    .executeTakeFirst();
};

/** Ends the claim after a failed delivery, so that the next run tries again. */
export const releaseClaim = async (db: Database, id: string): Promise<void> => {
  await db.updateTable('support_message').set({ claimed_until: null }).where('id', '=', id).execute();
};

export const updateDelivered = async (db: Database, id: string): Promise<void> => {
  await db.updateTable('support_message').set({ delivered_at: new Date() }).where('id', '=', id).execute();
};

/** Deletes messages delivered more than `days` ago: support has them in its mailbox. */
export const deleteDelivered = async (db: Database, days: number): Promise<void> => {
  await sql`delete from support_message where delivered_at < now() - ${days} * interval '1 day'`.execute(db);
};

/** Messages from an email address, oldest first. */
export const selectSupportMessages = async (
  db: Database,
  email: string,
): Promise<{ subject: string; content: string; at: string }[]> => {
  const rows = await db
    .selectFrom('support_message')
    .select(['subject', 'content', 'created_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject, content, created_at }) => ({ subject, content, at: created_at.toISOString() }));
};

/** Deletes delivered messages from an email address. */
export const deleteSupportMessages = async (trx: Database, email: string): Promise<void> => {
  await sql`delete from support_message where lower(email) = ${email.toLowerCase()} and delivered_at is not null`.execute(
    trx,
  );
};
