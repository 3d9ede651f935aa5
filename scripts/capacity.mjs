// npm run capacity: computes what a shop for one, ten and a hundred million visits a day needs, from the costs in bench/results.md,
// and writes it into docs/capacity.md. After `npm run bench`, a check fails until it has run.
import { pinnedNode, run } from './bootstrap.mjs';

process.exit(run(pinnedNode(), ['bench/src/capacity/main.ts']));
