import { defineConfig } from 'vitest/config';

/** `npm run prove`: tests that take minutes each, and write their measurements to prove/results.md. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.prove.ts'],
    globalSetup: ['../server/src/testing/database.setup.ts'],
    // Each part has the machine for itself.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    reporters: ['verbose'],
  },
});
