import { lockAccount, selectContact } from '../account/index.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { type Config, getSellUrl } from '../config.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, type JobWorker } from '../platform/jobs.ts';
import { unreadMailJob } from './messages.job-kinds.ts';
import * as store from './messages.sql.ts';

/** Maximum number of characters of a message in its mail. */
const MAX_EXCERPT_LENGTH = 600;
const truncateText = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_EXCERPT_LENGTH
    ? `${characters.slice(0, MAX_EXCERPT_LENGTH).join('').trimEnd()}…`
    : text;
};

/**
 * Mails the recipient about an unread post. Sends one mail until the recipient reads the thread, even if more posts
 * follow. A merchant without an email address gets no mail; the message is in the desk only.
 * @param urls the origin of the shop, and where merchants work
 */
const mailUnread = (
  db: Database,
  urls: { publicUrl: string; sellUrl: string },
  { thread: id, n }: { thread: string; n: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const parties = await store.selectParties(trx, id);
    if (!parties || !(await lockAccount(trx, parties.account_id))) return;
    const thread = await store.lockThread(trx, id);
    if (!thread) return;
    const fromBuyer = await store.isPostBy(trx, thread, n, 'buyer');
    const [read, mailed] = fromBuyer
      ? [thread.merchant_read, thread.merchant_mailed]
      : [thread.buyer_read, thread.buyer_mailed];
    if (read >= n || mailed > read) return;
    await store.updateMailed(trx, thread, fromBuyer ? 'merchant' : 'buyer');
    const buyer = await selectContact(trx, thread.account_id);
    const merchant = await selectMerchantContact(trx, thread.merchant_id);
    if (!merchant) throw new Error(`merchant ${thread.merchant_id} was deleted while its thread was locked`);
    const content = await store.selectContent(trx, thread, n);
    const parts = { subject: thread.subject, product: thread.product_title, content: truncateText(content) };
    if (!fromBuyer) {
      const link = `${urls.publicUrl}/inbox/message/details/${thread.id}`;
      const { email: to, first_name } = buyer;
      await queueMail(trx, { kind: 'message_to_buyer', to, first_name, store_name: merchant.name, link, ...parts });
    } else if (merchant.email !== null) {
      const buyer_name = `${buyer.first_name} ${buyer.last_name}`;
      await queueMail(trx, {
        kind: 'message_to_merchant',
        to: merchant.email,
        store_name: merchant.name,
        buyer_name,
        link: urls.sellUrl,
        ...parts,
      });
    }
  });

export const messageWorkers = ({
  db,
  config,
  publicUrl,
}: {
  db: Database;
  config: Config;
  publicUrl: string;
}): JobWorker[] => {
  const urls = { publicUrl, sellUrl: getSellUrl(config) };
  return [createWorker(unreadMailJob, (data) => mailUnread(db, urls, data))];
};
