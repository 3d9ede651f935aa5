// The load generator, which runs as a program of its own.
import { handleTasks } from '../tasks.ts';
import { encodeRequest, sendRequests } from './client.ts';
import type { LoadResult, LoadTask } from './load.ts';

let counter = 0;

const run = async ({
  port,
  paths,
  headers,
  connections,
  seconds,
  pauseMs = 0,
  timed = false,
}: LoadTask): Promise<LoadResult> => {
  const encodedRequests = new Map<string, Buffer>();
  const bytesOf = (path: string): Buffer => {
    if (path.includes('{n}')) return encodeRequest(path.replace('{n}', String(counter++)), headers);
    const bytes = encodedRequests.get(path) ?? encodeRequest(path, headers);
    encodedRequests.set(path, bytes);
    return bytes;
  };
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const runConnection = (connection: number) => {
    // Each connection requests different paths, so that no two connections request the same path at the same time.
    let index = connection;
    const nextRequest = () => {
      const path = paths[index % paths.length] ?? '/';
      index += connections;
      return bytesOf(path);
    };
    return sendRequests(port, nextRequest, endMs, pauseMs);
  };
  const timesMs = (await Promise.all(Array.from({ length: connections }, (_, n) => runConnection(n)))).flat();
  return {
    requests: timesMs.length,
    seconds: (performance.now() - startMs) / 1000,
    timesMs: timed ? timesMs : [],
  };
};

handleTasks(run);
