// npm run prove: what takes too long for npm test: interleavings, a cluster that loses its primary, faults, fuzzed calls,
// a rolling upgrade. `npm run prove -- cluster` runs one part. Figures are written to prove/results.md. FROM_RELEASE names the
// commit that `npm run prove -- upgrade` upgrades from, instead of the last release.
import { join } from 'node:path';
import { buildPages, buildServer, pinnedNode, root, run } from './bootstrap.mjs';
import { ensureCluster } from './cluster.mjs';
import { ensureFaketime } from './faketime.mjs';
import { ensureHaproxy } from './haproxy.mjs';
import { ensureRedis } from './redis.mjs';

const args = process.argv.slice(2);
/** Whether a part is run: without a name all parts are. */
const isRun = (part) => args.every((arg) => arg.startsWith('-')) || args.some((arg) => part.includes(arg));

const env = {
  ...ensureRedis(),
  ...(isRun('upgrade') && ensureHaproxy()),
  ...(isRun('faults') && ensureFaketime()),
};
if (isRun('cluster')) ensureCluster();
buildPages();
buildServer();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
process.exit(run(pinnedNode(), [vitest, 'run', '--config', 'prove/vitest.config.ts', ...args], { env }));
