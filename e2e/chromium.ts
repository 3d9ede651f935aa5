import { existsSync } from 'node:fs';

/** The system's browser where there is one; undefined takes Playwright's own. */
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

/**
 * How journeys start their browser.
 * @param pictures whether it fetches and draws pictures, which is a third of a small machine's work
 */
export const chromium = ({ pictures }: { pictures: boolean }) => ({
  ...(executablePath && { executablePath }),
  args: [
    // The sandbox needs rights that containers don't give; the background services call home.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(pictures ? [] : ['--blink-settings=imagesEnabled=false']),
  ],
});
