// The load generator: a process of its own, told over IPC what to ask.

import { answerOrders } from '../tasks.ts';
import { keepAsking, requestBytes } from './client.ts';
import type { LoadAnswer, LoadOrder } from './load.ts';

let counter = 0;

const run = async ({
  port,
  paths,
  headers,
  connections,
  seconds,
  pause = 0,
  timed = false,
}: LoadOrder): Promise<LoadAnswer> => {
  const known = new Map<string, Buffer>();
  const bytesOf = (path: string): Buffer => {
    if (path.includes('{n}')) return requestBytes(path.replace('{n}', String(counter++)), headers);
    const bytes = known.get(path) ?? requestBytes(path, headers);
    known.set(path, bytes);
    return bytes;
  };
  const began = performance.now();
  const until = began + seconds * 1000;
  const one = (connection: number) => {
    // Every connection has paths of its own, so that no two ask for the same at once.
    let at = connection;
    const next = () => {
      const path = paths[at % paths.length] ?? '/';
      at += connections;
      return bytesOf(path);
    };
    return keepAsking(port, next, until, pause);
  };
  const times = (await Promise.all(Array.from({ length: connections }, (_, n) => one(n)))).flat();
  return { requests: times.length, seconds: (performance.now() - began) / 1000, times: timed ? times : [] };
};

answerOrders(run);
