// npm run bench: measures the shop and writes bench/results.md. `npm run bench -- --only a,b --quick` measures parts of it.
import { buildPages, pinnedNode, run } from './bootstrap.mjs';

buildPages();
process.exit(run(pinnedNode(), ['bench/src/main.ts', ...process.argv.slice(2)]));
