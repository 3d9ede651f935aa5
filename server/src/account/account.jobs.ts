import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { deleteExpiredSessions } from '../platform/sessions.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { deleteUnverifiedAccounts } from './account.sql.ts';
import { deletePicture } from './delete-picture.ts';
import { deleteOldLinks } from './mail-links.ts';

const sweepJob = jobKind('sweep_accounts', { limit: 0 });

/** Maximum rows per statement, so that no statement locks many rows for long. */
const BATCH_SIZE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

const deleteInBatches = async (deleteBatch: (limit: number) => Promise<number>): Promise<void> => {
  for (;;) if ((await deleteBatch(BATCH_SIZE)) < BATCH_SIZE) return;
};

/** Deletes expired sessions and links, and accounts that were not verified in time (ACCOUNT-140). */
const sweep = async (db: Database, unverifiedAccountDays: number): Promise<void> => {
  await deleteInBatches((limit) => deleteExpiredSessions(db, limit));
  await deleteOldLinks(db);
  const registeredBefore = new Date(Date.now() - unverifiedAccountDays * DAY_MS);
  await deleteInBatches((limit) => deleteUnverifiedAccounts(db, registeredBefore, limit));
};

export const accountWorkers = ({
  config,
  db,
  media,
}: {
  config: Config;
  db: Database;
  media: MediaStore;
}): JobWorker[] => [
  createWorker(sweepJob, () => sweep(db, config.unverifiedAccountDays), { cron: '17 * * * *' }),
  createWorker(deletePicture, ({ key }) => media.remove(key)),
];
