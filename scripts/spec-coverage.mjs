// npm run spec-coverage: docs/spec/coverage.md, from the tags of the tests.
import { join } from 'node:path';
import { pinnedNode, root, run } from './bootstrap.mjs';
import { SPECIFICATION_TEST } from './checks.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--project', 'unit', SPECIFICATION_TEST, '--update']));
