// npm run bench: measures the shop and writes bench/results.md. `--only a,b` measures some sections, `--quick` only shows that they work.
// The slow phone (part e) has more options: --loads 3, --pages home,product, --protocols http1, --shop and --against
// (a running shop's origin, or the folder of a built checkout), --frames FOLDER for pictures of the loading pages.
import { buildPages, buildServer, pinnedNode, run } from './bootstrap.mjs';

buildPages();
buildServer();
process.exit(run(pinnedNode(), ['bench/src/main.ts', ...process.argv.slice(2)]));
