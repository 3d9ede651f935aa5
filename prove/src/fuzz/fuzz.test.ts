import { fuzzSuite } from './fuzz.suite.ts';

// A sample of what `npm run prove -- fuzz` sends, always the same.
const sample = { seed: 1, isThorough: false };
fuzzSuite({ calls: { ...sample, runs: 5 }, pages: { ...sample, runs: 3 } });
