import { fuzzSuite } from './fuzz.suite.ts';

// A sample of what `npm run prove -- fuzz` sends, always the same.
fuzzSuite({ calls: { runs: 10, seed: 1 }, pages: { runs: 3, seed: 1 } });
