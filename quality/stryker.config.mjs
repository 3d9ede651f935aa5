// Mutation tests of every rule module. See docs/mutation-testing.md.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'quality/vitest.config.ts', related: true },
  mutate: ['{contract,server,web}/src/**/*.rules.ts'],
  ignorePatterns: ['.git', 'biome.json', 'catalog/pictures', 'web/dist', 'docs/screenshots', 'quality/reports', 'data'],
  coverageAnalysis: 'perTest',
  // Endless loops are detected by their number of iterations, so this time-out can be long enough for a slow machine.
  timeoutMS: 60_000,
  // A second run tests only what changed. `npm run mutate -- --force` tests everything.
  incremental: true,
  incrementalFile: 'quality/reports/mutation-incremental.json',
  // Stryker cannot rewrite a tsconfig with TypeScript 7, which has no such API. Vitest does not need it.
  tsconfigFile: 'none',
  tempDirName: 'quality/.stryker-tmp',
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  htmlReporter: { fileName: 'quality/reports/mutation.html' },
  jsonReporter: { fileName: 'quality/reports/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
