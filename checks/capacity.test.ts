import { describe, expect, it, vi } from 'vitest';
import { renderCapacity } from '../bench/src/capacity/document.ts';
import { ASSUMPTIONS, demandPerVisit, HOURLY_SHARES, planFor } from '../bench/src/capacity/model.ts';
import { readResults } from '../bench/src/capacity/read-results.ts';
import { readText } from './documents.ts';

// Simulations take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const results = readText('bench/results.md');

describe('docs/capacity.md', () => {
  it('shows what the costs of the last benchmark give (npm run capacity writes it)', () => {
    const document = readText('docs/capacity.md');
    expect(renderCapacity(document, results)).toBe(document);
  });

  it('changes with the benchmark', () => {
    const document = readText('docs/capacity.md');
    const slower = results.replace(/(\| Search \(API\), not cached \|.*?database )[\d.]+ ms/, '$199.000 ms');
    expect(slower).not.toBe(results);
    expect(renderCapacity(document, slower)).not.toBe(document);
  });

  it('has the limits of the code', () => {
    const { streamsPerNode, actionsPerVisit, poolSize } = ASSUMPTIONS;
    expect(readText('server/src/messages/feed.ts')).toContain(`total: ${streamsPerNode}`);
    const [, lowest, highest] =
      /MIN_ACTIONS = (\d+);\nconst MAX_ACTIONS = (\d+)/.exec(readText('bench/src/mix/shopper.ts')) ?? [];
    expect((Number(lowest) + Number(highest)) / 2).toBe(actionsPerVisit);
    expect(readText('docs/settings.md')).toContain(`| \`DATABASE_CONNECTIONS\` | \`${poolSize}\` |`);
  });

  it('distributes the visits of a whole day', () => {
    expect(HOURLY_SHARES).toHaveLength(24);
    expect(HOURLY_SHARES.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });
});

describe('the plan for a number of visits', () => {
  it('has enough of each part for the peak hour, and no replica or CDN before it is needed', () => {
    const measured = readResults(results);
    const visit = demandPerVisit(measured);
    for (const visits of [1e4, 1e6, 1e7, 1e8]) {
      const { stations, usesReplicas } = planFor(measured, visits);
      const peak = (visits * Math.max(...HOURLY_SHARES)) / 3600;
      const cores = (peak * visit.main) / 1000;
      expect(stations.main.instances).toBeGreaterThanOrEqual(cores / ASSUMPTIONS.maxUtilisation);
      expect(usesReplicas).toBe((peak * visit.primary) / 1000 > ASSUMPTIONS.databaseCores * ASSUMPTIONS.maxUtilisation);
    }
    expect(planFor(measured, 1e4)).toMatchObject({ usesReplicas: false, usesCdn: false });
  });
});
