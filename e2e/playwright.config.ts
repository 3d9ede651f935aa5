import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** Journeys that run at phone width only: their result does not depend on the width, or other journeys check their pages at 1280 px. */
const PHONE_ONLY = [
  'back-forward-cache',
  'prefetch',
  'broken-cart',
  'busy-forms',
  'cart-pictures',
  'cart-signed-in',
  'checkout',
  'checkout-texts',
  'contact',
  'contact-texts',
  'data-saver',
  'desk-exchange',
  'desk-first-view',
  'desk-integrations',
  'desk-joining',
  'desk-messages',
  'desk-orders',
  'desk-payouts',
  'desk-products',
  'desk-returns',
  'desk-store',
  'desk-team',
  'detail',
  'detail-states',
  'early-presses',
  'account-refresh',
  'api-host',
  'auth-flow',
  'errors',
  'first-paint',
  'home',
  'home-content',
  'exposure',
  'flags',
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
  'order-page',
  'orders',
  'orders-states',
  'payment',
  'payment-pending',
  'price-order',
  'profile',
  'profile-edit',
  'protected',
  'recovery',
  'register',
  'release',
  'returns',
  'saved',
  'saved-states',
  'toasts',
  'touch-targets',
  'wallet',
  'weight',
  'wide',
].map((name) => `**/${name}.spec.ts`);

/** Journeys that run at desktop width only: operators mostly work at desks. `desk-pages` looks at all pages of the desk at both widths. */
const DESKTOP_ONLY = [
  'desk-market-audit',
  'desk-market-books',
  'desk-market-catalogue',
  'desk-market-coupons',
  'desk-market-home',
  'desk-market-merchants',
  'desk-market-moderation',
  'desk-market-money',
  'desk-market-operators',
  'desk-market-orders',
  'desk-market-payouts',
  'desk-market-returns',
  'desk-market-settings',
  'desk-market-synonyms',
  'desk-market-team',
].map((name) => `**/${name}.spec.ts`);

/** Tests in other files that run at phone width only, because they set the width themselves or it does not matter. */
const PHONE_ONLY_TAG = /@phone\b/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  globalSetup: './support/start-shop.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Four workers keep two processors busy; two workers left them idle for a third of the time.
  workers: 4,
  // No retries: a journey that passes only sometimes must be fixed.
  retries: 0,
  // Only what hangs exceeds these limits: on a busy machine the longest journey takes 90 seconds, the first picture ten.
  timeout: 180_000,
  expect: { timeout: 30_000 },
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
    { name: 'phone', use: { viewport: phone }, testIgnore: DESKTOP_ONLY },
    { name: 'desktop', use: { viewport: desktop }, testIgnore: PHONE_ONLY, grepInvert: PHONE_ONLY_TAG },
  ],
});
