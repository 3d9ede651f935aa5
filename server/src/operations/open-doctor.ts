import type { Config } from '../config.ts';
import type { Finding } from './findings.rules.ts';

/** What the doctor found, and when. */
export type Examination = { at: Date; findings: readonly Finding[] };

/** An examination calls every system that the shop depends on, so it is repeated only after this time. */
const LIFETIME_MS = 60_000;

/**
 * Examines the running shop, at most once a minute in each process; calls meanwhile get the last examination, or wait for the one that runs.
 * The doctor is loaded with the first call.
 */
export const openDoctor = (config: Config): (() => Promise<Examination>) => {
  let last: { startedAt: number; examination: Promise<Examination> } | undefined;
  const examine = async (): Promise<Examination> => {
    const { examineConfig } = await import('./doctor.ts');
    return { at: new Date(), findings: await examineConfig(config) };
  };
  return () => {
    if (last && Date.now() - last.startedAt < LIFETIME_MS) return last.examination;
    const examination = examine();
    const current = { startedAt: Date.now(), examination };
    last = current;
    // A failure is not cached.
    examination.catch(() => {
      if (last === current) last = undefined;
    });
    return examination;
  };
};
