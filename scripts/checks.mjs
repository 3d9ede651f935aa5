import { join } from 'node:path';
import { root, run } from './bootstrap.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);
/** Compares the table types with a new, migrated database. */
export const TABLE_TYPES_TEST = 'server/src/platform/tables.test.ts';
/** Compares docs/spec/coverage.md with the tags of the tests, and these with the rules. */
export const SPECIFICATION_TEST = 'checks/specification.test.ts';
/** Compares .env.example and docs/settings.md with the declared settings. */
export const SETTINGS_TEST = 'checks/settings.test.ts';
const CHECKS = [
  ['types', bin('.bin', 'tsc'), ['-b']],
  ['style', bin('.bin', 'biome'), ['check', '--error-on-warnings', '.']],
  [
    'imports and table ownership',
    bin('.bin', 'vitest'),
    ['run', '--project', 'unit', 'checks/boundaries.test.ts', 'checks/tables.test.ts'],
  ],
  ['settings', bin('.bin', 'vitest'), ['run', '--project', 'unit', SETTINGS_TEST]],
  ['specification', bin('.bin', 'vitest'), ['run', '--project', 'unit', SPECIFICATION_TEST]],
  ['table types', bin('.bin', 'vitest'), ['run', '--project', 'api', TABLE_TYPES_TEST]],
  ['unused code', bin('.bin', 'knip'), []],
];

/** Runs all static checks, also after one failed, so that one run shows every problem. @returns whether all passed */
export const check = () => {
  let passed = true;
  for (const [name, program, args] of CHECKS) {
    process.stdout.write(`check: ${name}\n`);
    if (run(program, args, { env: { NODE_OPTIONS: '' } }) !== 0) {
      process.stdout.write(`check: ${name} failed\n`);
      passed = false;
    }
  }
  return passed;
};
