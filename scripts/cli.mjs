// npm run cli -- …: the operator's command line.
import { pinnedNode, run } from './bootstrap.mjs';

process.exit(run(pinnedNode(), ['cli/src/main.ts', ...process.argv.slice(2)]));
