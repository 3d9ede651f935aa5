import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from './apt.mjs';
import { pinnedNode, root, run } from './bootstrap.mjs';

const PLACES = [
  process.env.CHROMIUM_PATH,
  // The same browser without windows: half the work on a machine that has no screen.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const find = () => PLACES.find((path) => path && existsSync(path));

/**
 * Finds the browser for the journeys, and installs one where there is none: Debian's where apt works, else Playwright's.
 * @returns the environment in which the tests find it
 */
export const ensureBrowser = () => {
  const found = find();
  if (found) return { CHROMIUM_PATH: found };
  const installed = installPackage('browser', ['chromium-headless-shell', 'chromium']) && find();
  if (installed) return { CHROMIUM_PATH: installed };
  process.stdout.write("No browser found: installing Playwright's Chromium (npx playwright install chromium)…\n");
  const code = run(pinnedNode(), [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
  if (code !== 0) {
    process.stderr.write('No browser could be installed. Install Chromium, or set CHROMIUM_PATH to one.\n');
    process.exit(code);
  }
  return {};
};
