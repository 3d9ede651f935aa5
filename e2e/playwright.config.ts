import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** Journeys that run at phone width only: their result does not depend on the width, or `wide.spec.ts` checks their pages at 1280 px. */
const PHONE_ONLY = [
  'broken-cart',
  'cart-signed-in',
  'checkout',
  'checkout-texts',
  'contact',
  'contact-texts',
  'data-saver',
  'account-refresh',
  'auth-flow',
  'errors',
  'exposure',
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
  'touch-targets',
  'wallet',
  'wide',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  globalSetup: './support/start-shop.ts',
  fullyParallel: true,
  forbidOnly: true,
  // With two workers, two processors were idle for a third of the time.
  workers: 4,
  // A busy machine may stall a browser for seconds; a real failure fails twice.
  retries: 1,
  // The shop generates pictures on the first request, which is slow on a small machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker bypasses mocked requests; only the offline journeys allow it.
    serviceWorkers: 'block',
    // A trace takes as long as the journey; record one with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: chromium({ pictures: false }),
  },
  projects: [
    { name: 'phone', use: { viewport: phone } },
    { name: 'desktop', use: { viewport: desktop }, testIgnore: PHONE_ONLY },
  ],
});
