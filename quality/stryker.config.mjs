// Mutation tests of every rule module. See docs/mutation-testing.md.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'quality/vitest.config.ts', related: true },
  mutate: ['{contract,server,web}/src/**/*.rules.ts'],
  ignorePatterns: ['.git', 'biome.json', 'catalog/pictures', 'web/dist', 'docs/screenshots', 'quality/reports', 'data'],
  coverageAnalysis: 'perTest',
  // TypeScript 7 has no API to rewrite a tsconfig with; Vitest does not read it.
  tsconfigFile: 'none',
  tempDirName: 'quality/.stryker-tmp',
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  htmlReporter: { fileName: 'quality/reports/mutation.html' },
  jsonReporter: { fileName: 'quality/reports/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
