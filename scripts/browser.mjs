import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from './apt.mjs';
import { pinnedNode, root, run } from './run.mjs';

const PATHS = [
  process.env.CHROMIUM_PATH,
  // The headless build needs half the processor time on a machine without a screen.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const findBrowser = () => PATHS.find((path) => path && existsSync(path));

const PURPOSE = 'Tests in a browser need Chromium';

/** @returns the path of the system's Chromium, which apt installs if it can; undefined if there is none */
export const findOrInstallBrowser = () =>
  findBrowser() ??
  (installPackage(PURPOSE, ['chromium-headless-shell', 'chromium'], 'set CHROMIUM_PATH to its path')
    ? findBrowser()
    : undefined);

/**
 * Finds Chromium, or installs it: the Debian package if apt works, else the build that Playwright downloads.
 * @returns the environment variable that tells tests where it is
 */
export const ensureBrowser = () => {
  const found = findOrInstallBrowser();
  if (found) return { CHROMIUM_PATH: found };
  process.stdout.write(
    `${PURPOSE}, and none was found. Downloading Playwright’s build (npx playwright install chromium)\n` +
      'into the cache folder of your user, not into the system.\n',
  );
  const code = run(pinnedNode(), [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
  if (code !== 0) {
    process.stderr.write('Chromium could not be installed. Install it, or set CHROMIUM_PATH to its path.\n');
    process.exit(code);
  }
  return {};
};
