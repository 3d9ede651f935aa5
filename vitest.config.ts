import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,catalog,checks}/**/*.test.ts', 'server/src/**/*.rules.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/**/*.rules.test.ts'],
          globalSetup: ['server/src/testing/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
