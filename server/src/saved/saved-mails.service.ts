import { API_PREFIX, fillPath } from '@sokuwa/contract/endpoint.ts';
import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import { unsubscribeFromSavedMails } from '@sokuwa/contract/saved/saved.endpoints.ts';
import type { SavedMailSettings } from '@sokuwa/contract/saved/saved.schemas.ts';
import { type AccountChanges, type ChangeRefused, lockAccount, selectContact } from '../account/index.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { createToken, isToken } from '../platform/tokens.ts';
import * as store from './saved-mails.sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Unpaid orders release their stock within this time. A shorter sell-out does not count as sold out. */
const SOLD_OUT_AFTER_MS = (MINUTES_TO_PAY + 10) * MINUTE_MS;
/** Maximum number of changes and of accounts per run; the job runs every few minutes. */
const BATCH_SIZE = 500;
/** Maximum number of products listed in one mail; the mail states how many more there are. */
const MAX_ITEMS_PER_MAIL = 20;

/** Reads whether the account wants emails about saved items; they are on by default. */
export const readMailSettings = async (db: Database, accountId: AccountId): Promise<SavedMailSettings> => ({
  enabled: (await store.selectMailSettings(db, accountId))?.enabled ?? true,
});

/**
 * Turns emails about saved items on or off. Idempotent.
 * @returns token_invalid if the account is deleted; too_many_requests if it stays locked
 */
export const updateMailSettings = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  enabled: boolean,
): Promise<SavedMailSettings | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    await store.upsertMailSettings(trx, accountId, createToken(), { enabled });
    return { enabled };
  });

/**
 * Unsubscribes the token's account from these mails, without sign-in (RFC 8058). Idempotent.
 * @returns link_invalid for an unknown token
 */
export const unsubscribe = async (
  db: Database,
  token: string,
): Promise<{ message: string } | Refused<'link_invalid'>> =>
  isToken(token) && (await store.disableMailsByToken(db, token))
    ? { message: 'You will get no more emails about your saved items.' }
    : refuse('link_invalid', undefined, 'This link is not valid.');

/** Mails an account the news of its saved products, unless it is unsubscribed or got such a mail within a day. */
const mailAccount = (db: Database, publicUrl: string, accountId: AccountId, now: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, accountId))) return false;
    const settings = await store.selectMailSettings(trx, accountId);
    if (settings?.sent_at && settings.sent_at.getTime() > now.getTime() - DAY_MS) return false;
    const news = await store.selectNews(trx, accountId);
    const shouldSend = (settings?.enabled ?? true) && news.length > 0;
    // Also for unsubscribed accounts: a later subscription must not send old news.
    await store.markNotified(trx, accountId, news);
    if (!shouldSend) return false;
    const token = settings?.unsubscribe_token ?? createToken();
    await store.upsertMailSettings(trx, accountId, token, { sent_at: now });
    const { email, first_name } = await selectContact(trx, accountId);
    await queueMail(trx, {
      kind: 'saved_news',
      to: email,
      first_name,
      items: news.slice(0, MAX_ITEMS_PER_MAIL).map(({ product_id, title, known_kobo, known_in_stock, sale_kobo }) => ({
        title,
        link: `${publicUrl}/product/details/${product_id}`,
        price_kobo: sale_kobo,
        was_kobo: sale_kobo < known_kobo ? known_kobo : null,
        is_back: !known_in_stock,
      })),
      more: Math.max(0, news.length - MAX_ITEMS_PER_MAIL),
      stop_page: `${publicUrl}/unsubscribe/${token}`,
      stop_call: publicUrl + API_PREFIX + fillPath(unsubscribeFromSavedMails.path, { token }),
    });
    return true;
  });

/**
 * Mails accounts about saved products that are back in stock or cheaper than at the last notification, at most once a
 * day each (SAVED-11; docs/decisions/jobs-and-mail.md).
 * @param now the current time
 * @returns the number of accounts mailed
 */
export const sendSavedNews = async (db: Database, publicUrl: string, now = new Date()): Promise<number> => {
  const soldBefore = new Date(now.getTime() - SOLD_OUT_AFTER_MS);
  const processNextChange = () =>
    db.transaction().execute(async (trx) => {
      const change = await store.claimChange(trx, soldBefore);
      if (change) await store.updateChangedItems(trx, change);
      return change !== undefined;
    });
  for (let n = 0; n < BATCH_SIZE && (await processNextChange()); n++);
  let mailedCount = 0;
  for (const accountId of await store.selectAccountsToNotify(db, new Date(now.getTime() - DAY_MS), BATCH_SIZE))
    if (await mailAccount(db, publicUrl, accountId, now)) mailedCount++;
  return mailedCount;
};

/** The name is stored in existing databases and must not change. */
export const savedNewsJob = jobKind('tell_savers', { limit: 0 });

/** The job that mails news about saved items, every five minutes. */
export const savedWorkers = ({ db, publicUrl }: { db: Database; publicUrl: string }): JobWorker[] => [
  createWorker(savedNewsJob, async () => void (await sendSavedNews(db, publicUrl)), { cron: '*/5 * * * *' }),
];
