import { fileURLToPath } from 'node:url';
import { type Program, runTask, startProgram } from '../processes.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

export type LoadTask = {
  port: number;
  /** Requested in turns; `{n}` is replaced by a number that is never used twice. */
  paths: string[];
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** The pause of each connection between a response and its next request. */
  pauseMs?: number;
  /** Whether to return the time of each request. */
  timed?: boolean;
};
export type LoadResult = {
  requests: number;
  seconds: number;
  /** The time of each request, if the task is timed. */
  timesMs: number[];
};

/** A load generator in a separate process. */
export type Load = {
  run(task: LoadTask): Promise<LoadResult>;
  /** @returns responses per second */
  measureRate(task: LoadTask): Promise<number>;
  stop(): Promise<void>;
};

export const startLoad = (): Load => {
  const worker: Program = startProgram(WORKER);
  const run = (task: LoadTask) => runTask<LoadResult>(worker, task);
  return {
    run,
    measureRate: async (task) => {
      const { requests, seconds } = await run(task);
      return requests / seconds;
    },
    stop: () => worker.stop(),
  };
};
