import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(0);
  return { stdout, stderr };
};

it('V8 knows the flags that the server sets', () => {
  const module = new URL('v8-flags.ts', import.meta.url);
  const { stderr } = run('--input-type=module', '-e', `import { setV8Flags } from '${module}'; setV8Flags();`);
  expect(stderr).toBe('');
});

it.each([
  '--heap-growing-percent (specifies heap growing factor as (1 + heap_growing_percent/100)) type: int default: --heap-growing-percent=0',
  '--parallel-scavenge (parallel scavenge) type: bool default: --parallel-scavenge',
  '--allocation-site-pretenuring (pretenure with allocation sites) type: bool default: --allocation-site-pretenuring',
])('a flag has the meaning that the server expects, and another default: %s', (description) => {
  const { stdout } = run('--v8-options');
  expect(stdout.replace(/\s+/g, ' ')).toContain(description);
});

it.each([
  ['collectYoungGarbage', /Scavenge.*testing/],
  ['collectGarbage', /Mark-Compact \(reduce\).*testing/],
])('%s collects what it says', (name, expected) => {
  const module = new URL('v8-flags.ts', import.meta.url);
  const script = `import { ${name} } from '${module}'; ${name}();`;
  expect(run('--trace-gc', '--input-type=module', '-e', script).stdout).toMatch(expected);
});
