import { join } from 'node:path';
import { root, run, runBeside } from './bootstrap.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);
/** Compares the table types with a new, migrated database. */
export const TABLE_TYPES_TEST = 'server/src/platform/tables.test.ts';
/** Compares docs/spec/coverage.md with the tags of the tests, and these with the rules. */
export const SPECIFICATION_TEST = 'checks/specification.test.ts';
/** Compares .env.example and docs/settings.md with the declared settings. */
export const SETTINGS_TEST = 'checks/settings.test.ts';
/** Compares docs/roles.md with the roles and calls of the contract. */
export const ROLES_TEST = 'checks/roles.test.ts';
const PROGRAMS = [
  ['types', bin('.bin', 'tsc'), ['-b']],
  ['style', bin('.bin', 'biome'), ['check', '--error-on-warnings', '.']],
  ['unused code', bin('.bin', 'knip'), []],
];
/** Static checks that are written as tests: imports, table ownership, supply chain and generated documents. */
const TESTS = [
  'checks/boundaries.test.ts',
  'checks/tables.test.ts',
  'checks/licences.test.ts',
  'checks/sbom.test.ts',
  'checks/secrets.test.ts',
  'checks/updates.test.ts',
  SETTINGS_TEST,
  ROLES_TEST,
  SPECIFICATION_TEST,
  TABLE_TYPES_TEST,
];
const env = { NODE_OPTIONS: '' };

/**
 * Checks types, style and unused code at the same time, all also after one failed.
 * @returns what the checks printed, and whether all passed
 */
export const checkSources = async () => {
  const results = await Promise.all(
    PROGRAMS.map(async ([name, program, args]) => {
      const { status, output } = await runBeside(program, args, { env, captures: true });
      return { passed: status === 0, report: `check: ${name}${status === 0 ? '' : ' failed'}\n${output}` };
    }),
  );
  return { passed: results.every(({ passed }) => passed), report: results.map(({ report }) => report).join('') };
};

/** Runs the static checks that are tests. @returns whether all passed */
export const runCheckTests = () => run(bin('.bin', 'vitest'), ['run', ...TESTS], { env }) === 0;
