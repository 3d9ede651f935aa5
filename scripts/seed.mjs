// npm run seed: puts the demo market with the history of the demo account into an empty shop.
import { pinnedNode, run } from './bootstrap.mjs';

process.exit(run(pinnedNode(), ['server/src/main.ts', '--seed']));
