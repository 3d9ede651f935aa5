import type { Database } from '../platform/database.ts';
import { deleteExpiredChallenges } from '../platform/desk-challenges.ts';
import { deleteExpiredDeskSessions } from '../platform/desk-sessions.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { deleteExpiredInvitations } from './team.sql.ts';

const sweepJob = jobKind('sweep_desk', { limit: 0 });

/** Deletes sessions, sign-ins and invitations that have expired. */
const sweep = async (db: Database): Promise<void> => {
  await deleteExpiredDeskSessions(db);
  await deleteExpiredChallenges(db);
  await deleteExpiredInvitations(db);
};

export const staffWorkers = ({ db }: { db: Database }): JobWorker[] => [
  createWorker(sweepJob, () => sweep(db), { cron: '47 * * * *' }),
];
