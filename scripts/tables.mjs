// npm run tables: the types of the tables, from the migrated schema.
import { join } from 'node:path';
import { pinnedNode, root, run } from './bootstrap.mjs';
import { TABLE_TYPES_TEST } from './checks.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--project', 'api', TABLE_TYPES_TEST, '--update']));
