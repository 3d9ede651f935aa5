// npm test: static checks, unit and API tests, journeys in a real browser. It installs missing programs first.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureRedis } from './redis.mjs';
import { pinnedNode, root, run, runBeside } from './run.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

// apt downloads while npm does. The folder of compiled modules is npm's to delete now.
const installing = runBeside(process.execPath, [join(root, 'scripts/system-programs.mjs')], {
  env: { NODE_DISABLE_COMPILE_CACHE: '1' },
});
// Importing it installs the packages.
const { buildPages, buildServer } = await import('./bootstrap.mjs');
const { checkSources } = await import('./checks.mjs');

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const readReport = (name) => {
  const path = join(reports, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

/** The name and the first error message of each failed test of a Vitest report. */
const failedUnits = (report) =>
  (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded has no tests, only a message.
    if (tests.length === 0 && file.status === 'failed') return [{ name: file.name, message: file.message }];
    return tests.map((test) => ({ name: `${file.name}: ${test.fullName}`, message: test.failureMessages[0] }));
  });

// Build before the checks: the build generates the route tree that the types need.
buildPages();
buildServer();
await installing;
const env = { ...ensureBrowser(), ...ensureRedis(), TMPDIR: makeTemporaryFolder() };
let passed = 0;
let failed = 0;

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const unitReport = join(reports, 'vitest.json');
const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
// At the same time, because tests often wait for the database. Checks that are written as tests are among the tests.
const [checks, unitRun] = await Promise.all([
  checkSources(),
  runBeside(pinnedNode(), [vitest, ...vitestArgs], { env }),
]);
process.stdout.write(checks.report);
let allPassed = checks.passed && unitRun.status === 0;
const units = readReport('vitest.json');
passed += units?.numPassedTests ?? 0;
failed += units?.numFailedTests ?? 1;

const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const journeyEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json') };
allPassed =
  run(pinnedNode(), [playwright, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    env: journeyEnv,
  }) === 0 && allPassed;
const journeys = readReport('journeys.json');
passed += journeys?.stats.expected ?? 0;
failed += journeys ? journeys.stats.unexpected : 1;

// Vitest's failures again, because the long output of the journeys follows them. Playwright prints its own failures last.
for (const { name, message } of failedUnits(units)) {
  process.stdout.write(`\nFailed: ${name}\n${(message ?? '').split('\n').slice(0, 12).join('\n')}\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
if (!allPassed) process.stdout.write('npm test failed: see above.\n');
process.exit(allPassed && failed === 0 ? 0 : 1);
