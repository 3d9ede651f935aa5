import { existsSync } from 'node:fs';

/** The system's browser, if there is one; undefined selects Playwright's own. */
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

/** The complete browser: the small one for tests never restores a page from its back/forward cache. */
const completePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/**
 * Launch options of the browser.
 * @param pictures whether it loads and draws pictures, which takes a third of the time on a small machine
 * @param optimizesScripts whether it compiles scripts as a visitor's browser does. Those of a journey
 * run too briefly to profit from optimising compilers, which take a seventh of the time of its pages
 */
export const chromium = ({
  pictures,
  optimizesScripts = false,
}: {
  pictures: boolean;
  optimizesScripts?: boolean;
}) => ({
  ...(executablePath && { executablePath }),
  args: [
    // Containers lack the rights that the sandbox needs; background services send requests to the browser's vendor.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(optimizesScripts ? [] : ['--js-flags=--no-maglev --no-turbofan --always-sparkplug']),
    ...(pictures ? [] : ['--blink-settings=imagesEnabled=false']),
  ],
});

/**
 * Launch options for `test.use` of journeys with pictures. One object: Playwright starts another worker and browser for each that it
 * has not seen, also if it has the same options.
 */
export const chromiumWithPictures = chromium({ pictures: true });

/** Launch options of a browser with the back/forward cache, which Playwright turns off by default. */
export const chromiumWithBackForwardCache = () => ({
  ...chromium({ pictures: false }),
  ...(completePath ? { executablePath: completePath } : { channel: 'chromium' }),
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
