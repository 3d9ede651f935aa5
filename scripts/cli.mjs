// npm run cli -- …: the command line of the operator.
import { pinnedNode, run } from './bootstrap.mjs';

process.exit(run(pinnedNode(), ['cli/src/main.ts', ...process.argv.slice(2)]));
