// npm run mutate: mutation tests of the rule modules. Reports the mutants that no test detects.
import { join } from 'node:path';
import { installQualityTools, pinnedNode, root, run } from './bootstrap.mjs';

installQualityTools();
const stryker = join(root, 'quality/node_modules/@stryker-mutator/core/bin/stryker.js');
process.exit(run(pinnedNode(), [stryker, 'run', 'quality/stryker.config.mjs', ...process.argv.slice(2)]));
