import { API_PREFIX, fillPath } from '@sokuwa/contract/endpoint.ts';
import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import { stopSavedNotes } from '@sokuwa/contract/saved/saved.endpoints.ts';
import type { SavedNotes } from '@sokuwa/contract/saved/saved.schemas.ts';
import { lockAccount, selectContact } from '../account/index.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { createToken, isToken } from '../platform/tokens.ts';
import * as store from './notes.sql.ts';

/** Milliseconds. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** An unpaid order gives its pieces back by then: what was held back for that long only was never sold out. */
const SOLD_OUT_AFTER = (MINUTES_TO_PAY + 10) * MINUTE;
/** Changes and accounts that one round looks after; the next comes within minutes. */
const ROUND = 500;
/** Products that one mail names; it says how many more there are. */
const NAMED = 20;

export const readNotes = async (db: Database, account: AccountId): Promise<SavedNotes> => ({
  enabled: (await store.selectNotes(db, account))?.enabled ?? true,
});

export const setNotes = (
  db: Database,
  account: AccountId,
  enabled: boolean,
): Promise<SavedNotes | Refused<'token_invalid'>> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, account))) return refuse('token_invalid');
    await store.upsertNotes(trx, account, createToken(), { enabled });
    return { enabled };
  });

/**
 * Ends these mails for whoever got the one with this token; nobody has to sign in for that (RFC 8058). Safe to repeat.
 * @returns link_invalid for a token that there is not
 */
export const stopNotes = async (db: Database, token: string): Promise<{ message: string } | Refused<'link_invalid'>> =>
  isToken(token) && (await store.disableNotesByToken(db, token))
    ? { message: 'You get no more mails about your saved items.' }
    : refuse('link_invalid', undefined, 'This link is not valid.');

/** Mails one account what is new of its saved products, unless it wants none or had one within a day. */
const tell = (db: Database, publicUrl: string, account: AccountId, now: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, account))) return false;
    const notes = await store.selectNotes(trx, account);
    if (notes?.sent_at && notes.sent_at.getTime() > now.getTime() - DAY) return false;
    const news = await store.selectNews(trx, account);
    const wanted = (notes?.enabled ?? true) && news.length > 0;
    // Whoever wants no mails shall not be told of all that was when they want them again.
    await store.updateNotified(trx, account, news);
    if (!wanted) return false;
    const token = notes?.unsubscribe_token ?? createToken();
    await store.upsertNotes(trx, account, token, { sent_at: now });
    const { email, first_name } = await selectContact(trx, account);
    await queueMail(trx, {
      kind: 'saved_news',
      to: email,
      first_name,
      items: news.slice(0, NAMED).map(({ product_id, title, known_kobo, known_in_stock, sale_kobo }) => ({
        title,
        link: `${publicUrl}/product/details/${product_id}`,
        price_kobo: sale_kobo,
        was_kobo: sale_kobo < known_kobo ? known_kobo : null,
        is_back: !known_in_stock,
      })),
      more: Math.max(0, news.length - NAMED),
      stop_page: `${publicUrl}/unsubscribe/${token}`,
      stop_call: publicUrl + API_PREFIX + fillPath(stopSavedNotes.path, { token }),
    });
    return true;
  });

/**
 * Tells people by mail what of their saved products is back in stock or cheaper than they know, at most once a day each
 * (SAVED-11; docs/decisions/jobs-and-mail.md).
 * @param now the instant to go by
 * @returns how many were told
 */
export const tellSavers = async (db: Database, publicUrl: string, now = new Date()): Promise<number> => {
  const soldBefore = new Date(now.getTime() - SOLD_OUT_AFTER);
  const markNext = () =>
    db.transaction().execute(async (trx) => {
      const change = await store.claimChange(trx, soldBefore);
      if (change) await store.updateChangedItems(trx, change);
      return change !== undefined;
    });
  for (let n = 0; n < ROUND && (await markNext()); n++);
  let told = 0;
  for (const account of await store.selectAccountsToNotify(db, new Date(now.getTime() - DAY), ROUND))
    if (await tell(db, publicUrl, account, now)) told++;
  return told;
};

export const tellSaversJob = jobKind('tell_savers', { limit: 0 });

export const savedWorkers = ({ db, publicUrl }: { db: Database; publicUrl: string }): JobWorker[] => [
  createWorker(tellSaversJob, async () => void (await tellSavers(db, publicUrl)), { cron: '*/5 * * * *' }),
];
