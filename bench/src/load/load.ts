import { fileURLToPath } from 'node:url';
import { ask, type Program, startProgram } from '../processes.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

export type LoadOrder = {
  port: number;
  /** Asked for in turns; `{n}` becomes a number that never comes twice. */
  paths: string[];
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** Milliseconds for which each connection looks at an answer before it asks again; none when left out. */
  pause?: number;
  /** Whether the time of each request is wanted. */
  timed?: boolean;
};
export type LoadAnswer = {
  requests: number;
  seconds: number;
  /** Milliseconds of every request, if they were wanted. */
  times: number[];
};

/** Asks a server over and over from a process of its own. */
export type Load = {
  run(order: LoadOrder): Promise<LoadAnswer>;
  /** Requests a second that the server answers. */
  rate(order: LoadOrder): Promise<number>;
  stop(): Promise<void>;
};

export const startLoad = (): Load => {
  const worker: Program = startProgram(WORKER);
  const run = (order: LoadOrder) => ask<LoadAnswer>(worker, order);
  return {
    run,
    rate: async (order) => {
      const { requests, seconds } = await run(order);
      return requests / seconds;
    },
    stop: () => worker.stop(),
  };
};
