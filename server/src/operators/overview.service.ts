import { WORK_KINDS, type WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';
import type * as schemas from '@sokuwa/contract/operators/overview.schemas.ts';
import type { OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import { applicationWork } from '../joining/index.ts';
import { MAIL_JOBS } from '../mail/index.ts';
import { moderationWork } from '../moderation/index.ts';
import { orderWork, type SoldInHour, selectSoldByHour } from '../orders/index.ts';
import { payoutWork } from '../payouts/index.ts';
import type { Database } from '../platform/database.ts';
import type { CountWork } from '../platform/operator-work.ts';
import { countJobs, countTroubledJobs, type JobCounts } from '../platform/pg-boss-tables.ts';
import { returnWork } from '../returns/index.ts';
import { readBooks } from './books-check.service.ts';
import { listAudit } from './operators.service.ts';

/** Entries of the audit log in the overview. */
const LOG_ENTRIES = 5;
const HOURS = 24;
const WEEK_DAYS = 7;

/** How each kind of work is counted. The compiler demands all of them. */
const COUNTERS: Record<WorkKind, CountWork> = {
  ...orderWork,
  ...returnWork,
  ...applicationWork,
  ...moderationWork,
  ...payoutWork,
  ...countTroubledJobs(MAIL_JOBS),
};

const readWaiting = async (db: Database, mayRead: (area: OperatorArea) => boolean): Promise<schemas.WaitingWork[]> => {
  const waiting: schemas.WaitingWork[] = [];
  for (const [kind, { area, urgency, list }] of Object.entries(WORK_KINDS) as [
    WorkKind,
    (typeof WORK_KINDS)[WorkKind],
  ][]) {
    if (!mayRead(area)) continue;
    const { count, merchants, oldest, due, amount } = await COUNTERS[kind](db);
    if (!oldest) continue;
    waiting.push({
      ...{ kind, urgency, list, count, merchants: merchants === 0 ? null : merchants },
      ...{ oldest: oldest.toISOString(), due: due?.toISOString() ?? null },
      amount: amount === null ? null : amount / 100,
    });
  }
  return waiting;
};

const sumUp = (rows: readonly SoldInHour[]) => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  sales: rows.reduce((sum, { kobo }) => sum + kobo, 0) / 100,
});

const readMarket = async (db: Database): Promise<schemas.MarketDay> => {
  const today = await selectSoldByHour(db, 0);
  const weekBefore = await selectSoldByHour(db, WEEK_DAYS);
  const ofHour = (rows: readonly SoldInHour[], hour: number) => sumUp(rows.filter((row) => row.hour === hour));
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    ...ofHour(today, hour),
    week_before: ofHour(weekBefore, hour),
  }));
  return { today: sumUp(today), hours };
};

const readVitalSigns = async (db: Database): Promise<schemas.VitalSigns> => {
  const kinds = await countJobs(db);
  const sum = (count: (kind: JobCounts) => number): number => kinds.reduce((total, kind) => total + count(kind), 0);
  const overdue = kinds.map(({ overdueSeconds }) => overdueSeconds ?? 0);
  const { finished_at = null, report = null } = (await readBooks(db)).last_check ?? {};
  const mail = kinds.find(({ kind }) => kind === MAIL_JOBS);
  return {
    jobs: {
      waiting: sum(({ waiting }) => waiting),
      running: sum(({ running }) => running),
      failed: sum(({ failed }) => failed),
      overdue_seconds: Math.max(...overdue) || null,
    },
    mail: {
      unsent: mail ? mail.waiting + mail.delayed + mail.running + mail.failed : 0,
      oldest_seconds: mail?.oldestSeconds ?? null,
    },
    books: finished_at && report ? { checked_at: finished_at, is_clean: report.is_clean } : null,
  };
};

/**
 * What waits for an operator, the market today, and whether the shop runs (OPERATOR-18).
 * @param mayRead whether the reader's role may read an area; what it may not read is left out
 */
export const readOverview = async (
  db: Database,
  mayRead: (area: OperatorArea) => boolean,
): Promise<schemas.Overview> => ({
  at: new Date().toISOString(),
  waiting: await readWaiting(db, mayRead),
  market: mayRead('orders') ? await readMarket(db) : null,
  vital_signs: mayRead('settings') ? await readVitalSigns(db) : null,
  log: mayRead('audit') ? (await listAudit(db, {})).results.slice(0, LOG_ENTRIES) : null,
});
