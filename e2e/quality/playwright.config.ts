import { defineConfig } from '@playwright/test';
import { chromium } from '../support/chromium.ts';

/** `npm run validate`: external tools check the shop's pages and the description of its API. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.quality.ts',
  outputDir: '../../test-results/quality',
  globalSetup: '../support/start-shop.ts',
  forbidOnly: true,
  // Lighthouse measures one page at a time.
  workers: 1,
  // One test shows about fifty scenes, so it takes minutes.
  timeout: 900_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    launchOptions: chromium({ pictures: false }),
  },
});
