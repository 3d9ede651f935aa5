// npm run settings: .env.example and docs/settings.md, from the declared settings.
import { join } from 'node:path';
import { pinnedNode, root, run } from './bootstrap.mjs';
import { SETTINGS_TEST } from './checks.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--project', 'unit', SETTINGS_TEST, '--update']));
