import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.ts';

/** One queue with exponential times (M/M/1 and M/M/c), whose results are known. */
const simulateQueue = (perSecond: number, meanMs: number, { servers = 1, instances = 1, seed = 1 } = {}) =>
  simulate({
    stations: { part: { instances, servers } },
    flows: [{ kind: 'request', perSecond, steps: [{ station: 'part', meanMs }] }],
    seconds: 100_000 / perSecond,
    seed,
  });

describe('a simulated queue', () => {
  it.each([0.3, 0.6, 0.8])(
    'with one server that works %f of the time has the response times of queueing theory',
    (load) => {
      const { stations, p99ByKind } = simulateQueue(1000 * load, 1);
      expect(stations.part.utilisation).toBeCloseTo(load, 1);
      // The time in an M/M/1 queue is exponentially distributed with the mean 1 / (service rate - arrival rate).
      const expected = Math.log(100) / (1 - load);
      expect(stations.part.p99Ms / expected).toBeGreaterThan(0.85);
      expect(stations.part.p99Ms / expected).toBeLessThan(1.15);
      expect(p99ByKind.get('request')).toBe(stations.part.p99Ms);
    },
  );

  it('with several servers waits less than as many queues with one server each', () => {
    const shared = simulateQueue(8000, 1, { servers: 10 }).stations.part;
    const separate = simulateQueue(8000, 1, { instances: 10 }).stations.part;
    expect(shared.utilisation).toBeCloseTo(separate.utilisation, 1);
    expect(shared.p99Ms).toBeLessThan(0.6 * separate.p99Ms);
  });

  it('is the same for the same seed, and another for another one', () => {
    expect(simulateQueue(500, 1)).toEqual(simulateQueue(500, 1));
    expect(simulateQueue(500, 1)).not.toEqual(simulateQueue(500, 1, { seed: 2 }));
  });

  it('adds up the steps of a request', () => {
    const { p99ByKind, stations } = simulate({
      stations: { first: { instances: 1, servers: 1 }, second: { instances: 1, servers: 1 } },
      flows: [
        {
          kind: 'both',
          perSecond: 1,
          steps: [
            { station: 'first', meanMs: 10 },
            { station: 'second', meanMs: 10 },
          ],
        },
      ],
      seconds: 20_000,
      seed: 3,
    });
    // Almost no waiting: the sum of two exponential times with the mean 10 has the 99th percentile 66.4.
    expect(p99ByKind.get('both')).toBeGreaterThan(60);
    expect(p99ByKind.get('both')).toBeLessThan(74);
    expect(stations.first.utilisation).toBeCloseTo(0.01, 2);
  });
});
