// npm run examples: server/src/platform/api-examples.json, the examples of /backend/docs, from the calls that tests make. About two minutes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root, run } from './bootstrap.mjs';

/** Tests whose calls are good examples, by a part of their names: those of every endpoint, and those that tell the story of a slice. */
const TESTS = [
  'refusals.test',
  'responses.test',
  'merchant',
  'moderation',
  'operator',
  'payouts.test',
  'statement',
  'orders.test',
  'cart.signed-in',
  'checkout.test',
  'messages.test',
  'webhook',
  'returns',
  'saved-mails',
  'addresses.test',
  'coupon',
  'categories',
  'find',
  'home.test',
  'joining',
  'overview',
  'product-imports',
  'product-states',
  'saved-replies',
  'sign-in.test',
  'synonyms',
  'today',
];
/** It sends the same body to all calls. */
const EXCLUDED = '**/checkout.refusals.test.ts';
const folder = mkdtempSync(join(tmpdir(), 'sokuwa-examples-'));
const file = join(folder, 'calls.jsonl');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const recorded = run(pinnedNode(), [vitest, 'run', '--project', 'api', '--exclude', EXCLUDED, ...TESTS], {
  env: { RECORD_EXAMPLES: file },
});
const chosen = recorded === 0 ? run(pinnedNode(), ['server/src/testing/choose-examples.ts', file]) : recorded;
run(join(root, 'node_modules/.bin/biome'), ['check', '--write', 'server/src/platform/api-examples.json']);
rmSync(folder, { recursive: true });
process.exit(chosen);
