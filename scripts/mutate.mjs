// npm run mutate: mutation tests of the rule modules. Reports the mutants that no test detects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installQualityTools, pinnedNode, root, run } from './bootstrap.mjs';

/** Finds mutants whose test run crashed. Stryker leaves them out of the score without a warning. */
const findCrashes = () => {
  const { files } = JSON.parse(readFileSync(join(root, 'quality/reports/mutation.json'), 'utf8'));
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ statusReason = '' }) => statusReason.startsWith('Test runner crashed'))
      .map(({ location }) => `${file}:${location.start.line}`),
  );
};

installQualityTools();
const stryker = join(root, 'quality/node_modules/@stryker-mutator/core/bin/stryker.js');
const status = run(pinnedNode(), [stryker, 'run', 'quality/stryker.config.mjs', ...process.argv.slice(2)]);
if (status !== 0) process.exit(status);
const crashes = findCrashes();
if (crashes.length > 0) {
  process.stderr.write(
    `The tests of ${crashes.length} mutants crashed, so the score lacks them: ${[...new Set(crashes)].join(', ')}.\n`,
  );
  process.stderr.write('A frequent cause is a test title of many thousand characters.\n');
  process.exit(1);
}
