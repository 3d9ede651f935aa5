import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueue } from '../platform/jobs.ts';
import { personKey } from '../ports/media/media.port.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { accountWorkers } from './account.jobs.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ UNVERIFIED_ACCOUNT_DAYS: '7' });
});
afterAll(() => shop.close());
afterEach(() => vi.restoreAllMocks());

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

const sweep = async () => {
  const worker = accountWorkers(shop).find(({ cron }) => cron !== undefined);
  if (!worker) throw new Error('No job of the account slice has a schedule.');
  await enqueue(shop.db, worker.kind, {});
  expect(await shop.jobs.runDue()).toEqual([]);
};

describe('the hourly job', () => {
  it('deletes accounts that were not verified in time, and no others', { tags: ['@ACCOUNT-140'] }, async () => {
    const never = await addAccount(shop.db, { verified_at: null, created_at: daysAgo(7.1) });
    const young = await addAccount(shop.db, { verified_at: null, created_at: daysAgo(6.9) });
    const verified = await addAccount(shop.db, { created_at: daysAgo(100) });
    await sweep();
    const rows = await shop.db.selectFrom('account').select('id').where('id', 'in', [never, young, verified]).execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual([young, verified].toSorted());
  });

  it('deletes more accounts than fit in one batch', { tags: ['@ACCOUNT-140'] }, async () => {
    const emails = Array.from({ length: 1001 }, (_, n) => `never-${n}@mail.test`);
    const row = { first_name: 'Ada', last_name: 'Obi', verified_at: null, created_at: daysAgo(8) };
    await shop.db
      .insertInto('account')
      .values(emails.map((email) => ({ ...row, email })))
      .execute();
    await sweep();
    expect(await shop.db.selectFrom('account').select('id').where('email', 'like', 'never-%').execute()).toEqual([]);
  });

  it('deletes expired sessions and links, and no others', { tags: ['@ACCOUNT-140'] }, async () => {
    const [expired, open] = [await addAccount(shop.db), await addAccount(shop.db)];
    for (const account of [expired, open]) {
      await signIn(shop.db, account);
      await shop.db
        .insertInto('mail_link')
        .values({
          token_hash: Buffer.alloc(32, account),
          account_id: account,
          purpose: 'reset_password',
          expires_at: account === expired ? daysAgo(31) : daysAgo(29),
        })
        .execute();
    }
    await shop.db
      .updateTable('session')
      .set({ expires_at: daysAgo(0) })
      .where('account_id', '=', expired)
      .execute();
    await sweep();
    for (const table of ['session', 'mail_link'] as const) {
      const rows = await shop.db
        .selectFrom(table)
        .select('account_id')
        .where('account_id', 'in', [expired, open])
        .execute();
      expect(rows, table).toEqual([{ account_id: open }]);
    }
  });
});

it('an account is deleted while the file store fails, and a job deletes its picture later', {
  tags: ['@ACCOUNT-136'],
}, async () => {
  const key = personKey('0123456789abcdef0123456789abcdef');
  const account = await addAccount(shop.db, { picture_key: key });
  await shop.media.put(
    key,
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .webp()
      .toBuffer(),
  );
  const remove = vi.spyOn(shop.media, 'remove').mockRejectedValueOnce(new Error('The disk is full.'));
  const headers = await signIn(shop.db, account);
  const response = await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
  expect(response.statusCode).toBe(200);
  // No file is deleted before the transaction has committed.
  expect(remove).not.toHaveBeenCalled();
  expect(await shop.jobs.runDue()).toEqual([new Error('The disk is full.')]);
  await advanceJobs(shop.db, 3600);
  expect(await shop.jobs.runDue()).toEqual([]);
  expect(await shop.media.read(key)).toBeUndefined();
});
