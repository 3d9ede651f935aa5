import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import {
  MESSAGES_PAGE_SIZE,
  type MessageType,
  REPLIES_IN_LIST,
  REPLIES_PAGE_SIZE,
} from '@sokuwa/contract/messages/messages.rules.ts';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { accountNames } from '../account/index.ts';
import { firstPictureKey, merchantNames, productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, ThreadId } from '../platform/ids.ts';
import { columnsOf, countUpTo } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

/** The two sides of a thread. */
export type Side = Tables['message_post']['side'];
/** The reader of threads: a buyer or a merchant. A viewer sees only their own threads. */
export type Viewer = { side: 'buyer'; accountId: AccountId } | { side: 'merchant'; merchantId: MerchantId };

export type PostRow = {
  n: number;
  side: Side;
  content: string;
  /** Milliseconds since 1970. */
  at: number;
};
export type ThreadRow = Pick<
  Selectable<Tables['message_thread']>,
  'id' | 'type' | 'subject' | 'product_id' | 'product_title' | 'order_id' | 'last_n' | 'last_at' | 'unanswered_since'
> & {
  store_name: string;
  buyer_name: string;
  /** The product's id; null if it is no longer for sale. */
  sold_id: number | null;
  picture_key: string | null;
  /** Whether the viewer has read everything from the other side. */
  is_read: boolean;
  opening: PostRow;
  /** Newest first. */
  replies: PostRow[];
};

const isOwned = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.side === 'buyer' ? sql`account_id = ${viewer.accountId}` : sql`merchant_id = ${viewer.merchantId}`;
const isRead = ({ side }: Viewer): RawBuilder<unknown> =>
  side === 'buyer' ? sql`t.merchant_last <= t.buyer_read` : sql`t.buyer_last <= t.merchant_read`;
const isUnread = ({ side }: Viewer): RawBuilder<unknown> =>
  side === 'buyer' ? sql`merchant_last > buyer_read` : sql`buyer_last > merchant_read`;

const post = sql`json_build_object('n', w.n, 'side', w.side, 'content', w.content,
  'at', floor(extract(epoch from w.created_at) * 1000))`;

/** @param thread the name of the table or subquery */
const byNewest = (thread: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${thread}.last_at`)} desc, ${sql.ref(`${thread}.id`)}`;
const byWaiting = (thread: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${thread}.unanswered_since`)}, ${sql.ref(`${thread}.id`)}`;
/** Words of fewer letters mean only themselves. */
const MIN_PREFIX = 3;

export type ThreadFilter = {
  /** Whether the buyer wrote last. */
  isUnanswered?: boolean | undefined;
  /** All of its words must occur. */
  search?: string | undefined;
};

const hasWords = (merchantId: MerchantId, search: string): RawBuilder<unknown> => sql`
  id in (select thread_id from message_words where words @@ (
    select ${`'/merchant/${merchantId}' & `}::text || string_agg(word || case when length(word) >= ${sql.lit(MIN_PREFIX)} then ':*' else '' end, ' & ')
    from words_of(${search}) word)::tsquery)`;

/** The viewer's threads of a filter; only merchants have filters. */
const matches = (viewer: Viewer, { isUnanswered, search }: ThreadFilter): RawBuilder<unknown> =>
  sql.join(
    [
      isOwned(viewer),
      ...(isUnanswered === undefined ? [] : [sql`unanswered_since is ${isUnanswered ? sql`not null` : sql`null`}`]),
      ...(search === undefined || viewer.side === 'buyer' ? [] : [hasWords(viewer.merchantId, search)]),
    ],
    sql` and `,
  );

/** Selects threads with their newest replies. @param threads a subquery that selects rows of `message_thread` */
const selectThreadRows = async (
  db: Database,
  viewer: Viewer,
  threads: RawBuilder<unknown>,
  replies: { before?: number | undefined; limit: number },
  order = byNewest,
): Promise<ThreadRow[]> => {
  const { rows } = await sql<ThreadRow>`
    select t.id, t.type, t.subject, t.product_id, t.product_title, t.order_id, t.last_n, t.last_at, t.unanswered_since, ${isRead(viewer)} as is_read,
      m.name as store_name, a.full_name as buyer_name, p.id as sold_id, ${firstPictureKey('p.id')} as picture_key,
      (select ${post} from message_post w where w.thread_id = t.id and w.n = 0) as opening,
      (select coalesce(json_agg(${post} order by w.n desc), '[]') from (
        select * from message_post where thread_id = t.id and n > 0 and n < ${replies.before ?? 2_147_483_647}::integer
        order by n desc limit ${replies.limit}::integer) w) as replies
    from (${threads}) t
    join ${merchantNames} m on m.id = t.merchant_id
    join ${accountNames} a on a.id = t.account_id
    left join ${productSummaries} p on p.id = t.product_id
    order by ${order('t')}`.execute(db);
  return rows;
};

/**
 * Selects one page of the viewer's threads, latest activity first; of unanswered ones the one that waits longest.
 * @param page starts at 1
 */
export const selectThreads = (
  db: Database,
  viewer: Viewer,
  page: number,
  filter: ThreadFilter = {},
): Promise<ThreadRow[]> => {
  const order = filter.isUnanswered ? byWaiting : byNewest;
  return selectThreadRows(
    db,
    viewer,
    sql`select ${columnsOf('message_thread')} from message_thread where ${matches(viewer, filter)} order by ${order('message_thread')}
      limit ${MESSAGES_PAGE_SIZE}::integer offset ${(page - 1) * MESSAGES_PAGE_SIZE}::integer`,
    { limit: REPLIES_IN_LIST },
    order,
  );
};

/** The merchant's threads with all words of a text, latest activity first, each with its newest post. */
export const findThreads = (
  db: Database,
  merchantId: MerchantId,
  search: string,
  limit: number,
): Promise<ThreadRow[]> => {
  const viewer = { side: 'merchant', merchantId } as const;
  return selectThreadRows(
    db,
    viewer,
    sql`select ${columnsOf('message_thread')} from message_thread where ${matches(viewer, { search })}
      order by ${byNewest('message_thread')} limit ${limit}`,
    { limit: 1 },
  );
};

/** @param before select replies with a lower number than this; the newest if omitted */
export const selectThread = async (
  db: Database,
  viewer: Viewer,
  id: string,
  before?: number,
): Promise<ThreadRow | undefined> => {
  const [row] = await selectThreadRows(
    db,
    viewer,
    sql`select ${columnsOf('message_thread')} from message_thread where id = ${id}::uuid and ${isOwned(viewer)}`,
    { before, limit: REPLIES_PAGE_SIZE },
  );
  return row;
};

const countWhere = async (db: Database, condition: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from message_thread where ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
};
export const countThreads = (db: Database, viewer: Viewer, filter: ThreadFilter = {}): Promise<number> =>
  countWhere(db, matches(viewer, filter));
/** Counts threads with unread posts from the other side. */
export const countUnread = (db: Database, viewer: Viewer): Promise<number> =>
  countWhere(db, sql`${isOwned(viewer)} and ${isUnread(viewer)}`);

/** The number of the last change of each merchant's threads, of those that have any. */
export const selectLastChanges = async (
  db: Database,
  merchantIds: readonly MerchantId[],
): Promise<{ id: MerchantId; last: number }[]> => {
  const { rows } = await sql<{ id: MerchantId; last: number }>`
    select asked.id, newest.changed as last from unnest(${[...merchantIds]}::integer[]) asked (id) cross join lateral (
      select changed from message_thread where merchant_id = asked.id order by changed desc limit 1) newest`.execute(
    db,
  );
  return rows;
};

/** The merchant's threads in which the buyer wrote last, counted up to MAX_COUNTED + 1, and since when the one waits that waits longest. */
export const selectUnanswered = async (
  db: Database,
  merchantId: MerchantId,
): Promise<{ count: number; oldest: Date | null }> => {
  const unanswered = sql`from message_thread where merchant_id = ${merchantId} and unanswered_since is not null`;
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select ${countUpTo(MAX_COUNTED + 1, unanswered)} as count,
      (select unanswered_since ${unanswered} order by unanswered_since limit 1) as oldest`.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
};

/**
 * Selects the account's threads with a change number above `after`, oldest change first, and the last change number.
 */
export const selectChanges = async (
  db: Database,
  accountId: AccountId,
  after: number,
): Promise<{ threads: ThreadId[]; last: number }> => {
  const rows = await db
    .selectFrom('message_thread')
    .select(['id', 'changed'])
    .where('account_id', '=', accountId)
    .where('changed', '>', after)
    .orderBy('changed', 'desc')
    .limit(MESSAGES_PAGE_SIZE)
    .execute();
  return { threads: rows.map(({ id }) => id).reverse(), last: rows[0]?.changed ?? after };
};

/** Selects the account and the merchant of a thread; undefined if there is no such thread. */
export const selectParties = (
  db: Database,
  id: string,
): Promise<{ account_id: AccountId; merchant_id: MerchantId; type: MessageType } | undefined> =>
  db
    .selectFrom('message_thread')
    .select(['account_id', 'merchant_id', 'type'])
    .where('id', '=', id as ThreadId)
    .executeTakeFirst();

export type LockedThread = Selectable<Tables['message_thread']>;
/** Locks the thread until the transaction ends. Lock its account first. */
export const lockThread = (trx: Database, id: string): Promise<LockedThread | undefined> =>
  trx
    .selectFrom('message_thread')
    .select(TABLE_COLUMNS.message_thread)
    .where('id', '=', id as ThreadId)
    .forUpdate()
    .executeTakeFirst();

/** Selects the side's last post in the thread if it is younger than `seconds`. */
export const selectLastPost = async (
  trx: Database,
  { id, buyer_last, merchant_last }: LockedThread,
  side: Side,
  seconds: number,
): Promise<PostRow | undefined> => {
  const { rows } = await sql<PostRow>`
    select n, side, content, floor(extract(epoch from created_at) * 1000)::bigint as at from message_post
    where thread_id = ${id} and n = ${side === 'buyer' ? buyer_last : merchant_last}
      and created_at > now() - ${seconds} * interval '1 second'`.execute(trx);
  return rows[0];
};

/** Selects a thread with the same parties, subject and text that is younger than `seconds`. */
export const selectDuplicateThread = async (
  trx: Database,
  thread: Pick<
    Insertable<Tables['message_thread']>,
    'type' | 'account_id' | 'merchant_id' | 'subject' | 'product_id' | 'order_id'
  >,
  content: string,
  seconds: number,
): Promise<ThreadId | undefined> => {
  const { rows } = await sql<{ id: ThreadId }>`
    select t.id from message_thread t join message_post w on w.thread_id = t.id and w.n = 0
    where t.account_id = ${thread.account_id} and t.last_at > now() - ${seconds} * interval '1 second'
      and t.merchant_id = ${thread.merchant_id} and t.type = ${thread.type} and t.subject = ${thread.subject}
      and t.product_id is not distinct from ${thread.product_id ?? null}::integer
      and t.order_id is not distinct from ${thread.order_id ?? null}::text
      and w.created_at > now() - ${seconds} * interval '1 second' and w.content = ${content}
    limit 1`.execute(trx);
  return rows[0]?.id;
};

export const insertThread = (trx: Database, thread: Insertable<Tables['message_thread']>): Promise<LockedThread> =>
  trx.insertInto('message_thread').values(thread).returning(TABLE_COLUMNS.message_thread).executeTakeFirstOrThrow();

/** Inserts a post and updates the thread's counters. The thread must be locked. */
export const insertPost = async (
  trx: Database,
  { id }: Pick<LockedThread, 'id'>,
  n: number,
  side: Side,
  content: string,
): Promise<PostRow> => {
  const { created_at } = await trx
    .insertInto('message_post')
    .values({ thread_id: id, n, side, content })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('message_thread')
    .set({
      last_n: n,
      last_at: created_at,
      changed: nextChange,
      ...(side === 'buyer' ? { buyer_last: n } : { merchant_last: n }),
    })
    .where('id', '=', id)
    .execute();
  return { n, side, content, at: created_at.getTime() };
};
const nextChange = sql<number>`nextval('message_change')`;

/** Marks every post as read by the side. */
export const updateRead = async (trx: Database, { id, last_n }: LockedThread, side: Side): Promise<void> => {
  await trx
    .updateTable('message_thread')
    .set({ changed: nextChange, ...(side === 'buyer' ? { buyer_read: last_n } : { merchant_read: last_n }) })
    .where('id', '=', id)
    .execute();
};

/** Sets whether a thread waits for an answer: since the buyer's first post after the merchant's last one, or not. @returns since when */
export const updateUnanswered = async (
  trx: Database,
  { id, buyer_last, merchant_last }: LockedThread,
  isDone: boolean,
): Promise<Date | null> => {
  const isWaiting = !isDone && buyer_last > merchant_last;
  const { rows } = await sql<{ unanswered_since: Date | null }>`
    update message_thread set changed = ${nextChange}, unanswered_since = case when ${isWaiting} then (
      select created_at from message_post where thread_id = ${id} and side = 'buyer' and n > ${merchant_last} order by n limit 1) end
    where id = ${id} returning unanswered_since`.execute(trx);
  return rows[0]?.unanswered_since ?? null;
};

/** Marks every post as mailed to the side. */
export const updateMailed = async (trx: Database, { id, last_n }: LockedThread, side: Side): Promise<void> => {
  await trx
    .updateTable('message_thread')
    .set(side === 'buyer' ? { buyer_mailed: last_n } : { merchant_mailed: last_n })
    .where('id', '=', id)
    .execute();
};

/** Notifies every node of changed threads of the account when the transaction commits. */
export const notifyChange = async (trx: Database, accountId: AccountId): Promise<void> => {
  await sql`select pg_notify('messages_changed', ${String(accountId)})`.execute(trx);
};

/** Whether the side wrote the post. */
export const isPostBy = async (trx: Database, { id }: LockedThread, n: number, side: Side): Promise<boolean> =>
  (await trx
    .selectFrom('message_post')
    .select('n')
    .where('thread_id', '=', id)
    .where('n', '=', n)
    .where('side', '=', side)
    .executeTakeFirst()) !== undefined;

export const selectContent = async (trx: Database, { id }: LockedThread, n: number): Promise<string> => {
  const { content } = await trx
    .selectFrom('message_post')
    .select('content')
    .where('thread_id', '=', id)
    .where('n', '=', n)
    .executeTakeFirstOrThrow();
  return content;
};

/** Selects all threads of the account with all posts, oldest first, for the data export. */
export const selectThreadsForExport = async (
  db: Database,
  accountId: AccountId,
): Promise<
  {
    subject: string;
    store_name: string;
    product: string | null;
    written: { by: Side; content: string; at: string }[];
  }[]
> => {
  const { rows } = await sql<{
    subject: string;
    store_name: string;
    product: string | null;
    written: { by: Side; content: string; at: number }[];
  }>`
    select t.subject, m.name as store_name, t.product_title as product,
      (select json_agg(json_build_object('by', w.side, 'content', w.content,
        'at', floor(extract(epoch from w.created_at) * 1000)) order by w.n)
        from message_post w where w.thread_id = t.id) as written
    from message_thread t join ${merchantNames} m on m.id = t.merchant_id
    where t.account_id = ${accountId} order by t.last_at, t.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    written: row.written.map((post) => ({ ...post, at: new Date(post.at).toISOString() })),
  }));
};
