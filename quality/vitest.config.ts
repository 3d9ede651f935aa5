import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rules, tagOf } from '../checks/specification.ts';

/** Runs the smallest test file first, because the first test that fails ends the run of a mutant. */
class SmallestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  }
}

/** The tests of the rule modules, for the mutation run. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    tags: rules.map((rule) => ({ name: tagOf(rule) })),
    include: ['{contract,server,web}/src/**/*.rules.test.ts'],
    sequence: { sequencer: SmallestFirst },
  },
});
