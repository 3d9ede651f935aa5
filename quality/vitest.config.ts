import { defineConfig } from 'vitest/config';
import { rules, tagOf } from '../checks/specification.ts';

/** The tests of the rule modules, for the mutation run. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    tags: rules.map((rule) => ({ name: tagOf(rule) })),
    include: ['{contract,server,web}/src/**/*.rules.test.ts'],
  },
});
