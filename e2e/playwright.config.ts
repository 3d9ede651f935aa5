import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/**
 * Journeys about what the shop knows and says, which no width changes, and those whose pages `wide.spec.ts` looks at with
 * room: they go their way once.
 */
const SAME_AT_EVERY_WIDTH = [
  'broken-cart',
  'cart-signed-in',
  'checkout',
  'checkout-texts',
  'contact',
  'contact-texts',
  'data-saver',
  'auth-flow',
  'errors',
  'info',
  'list-address',
  'list-data',
  'list-prices',
  'list-states',
  'login',
  'messages',
  'messages-texts',
  'no-script',
  'offline',
  'orders',
  'orders-states',
  'payment',
  'profile',
  'profile-edit',
  'protected',
  'recovery',
  'register',
  'saved',
  'saved-states',
  'wallet',
  'wide',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  globalSetup: './support/start-shop.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Two at a time left a third of two processors idle.
  workers: 3,
  // A machine that others work on may stall a browser for seconds; what fails twice is broken.
  retries: 1,
  // Pictures are made when they are first asked for, and a small machine takes its time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer in the place of what a test puts before the server; its own journeys let it in.
    serviceWorkers: 'block',
    // A trace costs as much as the journey: `--trace on` records the one that is looked into.
    screenshot: 'only-on-failure',
    launchOptions: chromium({ pictures: false }),
  },
  projects: [
    { name: 'phone', use: { viewport: phone } },
    { name: 'desktop', use: { viewport: desktop }, testIgnore: SAME_AT_EVERY_WIDTH },
  ],
});
