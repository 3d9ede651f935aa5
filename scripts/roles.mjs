// npm run roles: docs/roles.md, from the roles and calls of the contract.
import { join } from 'node:path';
import { pinnedNode, root, run } from './bootstrap.mjs';
import { ROLES_TEST } from './checks.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--project', 'unit', ROLES_TEST, '--update']));
