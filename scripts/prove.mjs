// npm run prove: what takes too long for npm test: interleavings, a cluster that loses its primary, faults, fuzzed calls,
// a rolling upgrade. `npm run prove -- cluster` runs one part. Figures are written to prove/results.md. FROM_RELEASE names the
// commit that `npm run prove -- upgrade` upgrades from, instead of the last release.
import { join } from 'node:path';
import { buildPages, buildServer, pinnedNode, root, run } from './bootstrap.mjs';
import { ensureCluster } from './cluster.mjs';
import { ensureHaproxy } from './haproxy.mjs';
import { ensureRedis } from './redis.mjs';

const args = process.argv.slice(2);
/** Whether a part runs. */
const runs = (part) => args.length === 0 || args.includes(part);
const env = { ...ensureRedis(), ...(runs('upgrade') && ensureHaproxy()) };
if (runs('cluster')) ensureCluster();
buildPages();
buildServer();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--config', 'prove/vitest.config.ts', ...args], { env }));
