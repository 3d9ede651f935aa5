import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));
const PROGRAM = `
  const { run } = await import(${JSON.stringify(RUN)});
  const { sharedObjects } = process.report.getReport();
  console.log(JSON.stringify({ isFunction: typeof run, builtIns: process.moduleLoadList, sharedObjects }));
  process.exit(0);`;

it('the start loads neither the picture library nor Node’s fetch: both cost time and memory, and are needed later', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  const { isFunction, builtIns, sharedObjects } = JSON.parse(stdout);
  expect(isFunction).toBe('function');
  expect(builtIns).toContain('NativeModule http');
  expect(builtIns.filter((name: string) => name.includes('undici'))).toEqual([]);
  expect(sharedObjects.filter((path: string) => /sharp|vips/.test(path))).toEqual([]);
});
