import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { rules, tagOf } from './checks/specification.ts';
import { chromium } from './e2e/support/chromium.ts';

export default defineConfig({
  test: {
    // Files wait for the database, other programs and the clock: with one file for each processor, the processors were idle for a sixth of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A test carries the rules that it proves as tags. Vitest refuses a tag that names none.
    tags: rules.map((rule) => ({ name: tagOf(rule) })),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,ui,desk,catalog,bench,checks}/**/*.test.{ts,tsx}', 'server/src/**/*.rules.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
          // Loading the modules anew for each file takes half of the time, and they have no state.
          isolate: false,
        },
      },
      {
        test: {
          name: 'web',
          // Isolated: modules of the pages have state, and tests replace modules.
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,cli,prove}/src/**/*.test.ts'],
          exclude: ['server/src/**/*.rules.test.ts'],
          globalSetup: ['server/src/testing/database.setup.ts'],
          // Loading and compiling the server anew for each file takes a fifth of the time. Each test opens its own shop.
          isolate: false,
          // Only what hangs exceeds these limits: on a busy machine a test takes ten times as long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [tailwindcss(), react()],
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@tanstack/react-store',
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'browser',
          include: ['{ui,web}/src/**/*.browser.test.tsx'],
          // A busy machine may need more than the default of a second.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium({ pictures: true }) }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
