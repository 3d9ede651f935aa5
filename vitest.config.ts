import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { rules, tagOf } from './checks/specification.ts';

/** Chromium as root in a container, and without asking its maker's servers for anything. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The system's browser, if there is one; undefined selects Playwright's own. */
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  test: {
    // Files wait for the database, other programs and the clock: by default one core would stay idle.
    maxWorkers: '100%',
    // A test carries the rules that it proves as tags. Vitest refuses a tag that names none.
    tags: rules.map((rule) => ({ name: tagOf(rule) })),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,ui,web,catalog,checks}/**/*.test.{ts,tsx}', 'server/src/**/*.rules.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,cli}/src/**/*.test.ts'],
          exclude: ['server/src/**/*.rules.test.ts'],
          globalSetup: ['server/src/testing/database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { args, ...(executablePath && { executablePath }) } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
