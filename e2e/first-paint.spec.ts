import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { expectOnScreen } from './support/assertions.ts';
import {
  expect,
  hydrateParts,
  openFirstView,
  openPage,
  type Page,
  test,
  waitForHydration,
} from './support/fixtures.ts';
import { openBeforeScripts } from './support/network.ts';

const PAGES = [
  ['home', '/'],
  ['a list', PRODUCT_LIST_URL],
  ['a list with filters', '/product/list/1?section=productCategory&categoryId=1&page=1&in_stock=true&max_price=90000'],
  ['a product', '/product/details/1'],
] as const;

/** The whole stylesheet. Information pages have another one, for printing. */
const stylesheet = (page: Page) => page.locator('link[rel=stylesheet][href*="/app-"]');

type Look = Map<Element, string>;

/** The look of each kind of element, without what shows only when something changes or is pointed at. Runs in the page. */
const readLooks = (): Look => {
  const isLate = (property: string) => /^(?:--|transition|cursor$)/.test(property);
  const describe = (element: Element, part: string): string => {
    const style = getComputedStyle(element, part);
    if (part && style.content === 'none') return '';
    return [...style].flatMap((name) => (isLate(name) ? [] : `${name}: ${style.getPropertyValue(name)}`)).join('; ');
  };
  const keyOf = (element: Element | null): string =>
    element ? `${keyOf(element.parentElement)} ${element.tagName}.${element.className}` : '';
  const elements = [...document.querySelectorAll('html, body, body :not(script, style, link, noscript)')];
  // The first one of each kind, such as of cards.
  const kinds = new Map(elements.toReversed().map((element) => [keyOf(element), element]));
  return new Map(
    [...kinds.values()].map((element) => [
      element,
      ['', '::before', '::after'].map((part) => describe(element, part)).join('\n'),
    ]),
  );
};

/** Loads the whole stylesheet, as the first interaction does. @returns what looks different then */
const findDifferences = (page: Page): Promise<string[]> =>
  page.evaluate(async (read) => {
    const readAll = new Function(`return (${read})()`) as () => Look;
    await document.fonts.ready;
    const before = readAll();
    const link = document.querySelector('noscript')?.textContent ?? '';
    const href = /href="([^"]+)"/.exec(link)?.[1] ?? '';
    const { promise, resolve, reject } = Promise.withResolvers();
    document.body.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: reject }),
    );
    await promise;
    const after = readAll();
    return [...before].flatMap(([element, look]) => {
      const now = after.get(element)?.split(/; |\n/) ?? [];
      const changes = look.split(/; |\n/).filter((entry, at) => entry !== now[at]);
      return changes.length > 0 ? `${element.outerHTML.slice(0, 120)}: ${changes.slice(0, 5).join('; ')}` : [];
    });
  }, String(readLooks));

for (const [name, path] of PAGES)
  test(`the styles in the document of ${name} are all that its first view needs`, { tag: ['@SHELL-107'] }, async ({
    page,
  }) => {
    const release = await openBeforeScripts(page, path);
    // By then the web fonts and the lazy pictures are turned on.
    await expect(page.locator('#lazy-pictures')).toHaveCount(0);
    expect(await findDifferences(page)).toEqual([]);
    release();
    await waitForHydration(page);
  });

// What filters add is below the first view.
for (const [name, path] of PAGES.filter((entry) => entry[0] !== 'a list with filters'))
  test(`${name} is painted before scripts, web fonts and other pictures are loaded`, { tag: ['@SHELL-107'] }, async ({
    page,
  }) => {
    await openFirstView(page, path);
    await page.waitForLoadState('load');
    const { paint, early } = await page.evaluate(() => {
      const [{ startTime = 0 } = {}] = performance.getEntriesByName('first-contentful-paint');
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        paint: startTime,
        early: files.filter((file) => file.startTime < startTime).map((file) => new URL(file.name).pathname),
      };
    });
    expect(paint).toBeGreaterThan(0);
    // The main picture, and what the browser takes for an installed app.
    expect(early.filter((file) => !/^\/(?:media\/|site\.webmanifest|brand\/)/.test(file))).toEqual([]);
    expect(early.filter((file) => file.startsWith('/media/')).length).toBeLessThanOrEqual(2);
  });

test('a page that was opened in the background starts without a paint', { tag: ['@SHELL-107'] }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  expect(await page.locator('#lazy-pictures').count()).toBe(0);
  await waitForHydration(page);
});

test('a page with its own styles opens the others', { tag: ['@SHELL-108'] }, async ({ page }) => {
  await openFirstView(page, '/');
  await expect(stylesheet(page)).toHaveCount(0);
  await hydrateParts(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/help"]')?.click());
  await expect(page).toHaveURL(/\/help$/);
  await expect(stylesheet(page)).toHaveCount(1);
  await expectOnScreen(page.getByRole('heading', { level: 1 }));
});

test('the stylesheet is loaded once, however it is asked for', { tag: ['@SHELL-108'] }, async ({ page }) => {
  await page.clock.install();
  await openFirstView(page, '/');
  // By now the late parts have asked for it, then the visitor does.
  await page.clock.runFor(6000);
  await expect(stylesheet(page)).toHaveCount(1);
  await hydrateParts(page);
  await expect(stylesheet(page)).toHaveCount(1);
});

// Declaring a font again makes the browser lay out all text again.
test('only pages declare fonts, not the stylesheet that comes later', { tag: ['@SHELL-107'] }, async ({ page }) => {
  const arrived = page.waitForResponse(/\/app-[^/]*\.css$/);
  await openPage(page, '/');
  expect(await (await arrived).text()).not.toContain('@font-face');
  const isLoaded = () =>
    [...document.fonts].some(({ family, status }) => /^"?Onest"?$/.test(family) && status === 'loaded');
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
});

test.describe('when the stylesheet cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*\.css/] });
  test('menus say so and can be tried again, and links work', { tag: ['@SHELL-108'] }, async ({ page }) => {
    await page.route(/\/assets\/app-[^/]*\.css$/, (route) => route.abort('failed'));
    await openFirstView(page, '/');
    await page.getByRole('button', { name: 'Account' }).first().click();
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
    await page.getByRole('link', { name: 'All Products' }).first().click();
    await expect(page).toHaveURL(/\/product\/list/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the skip link shows when it gets the focus without a key', { tag: ['@SHELL-107'] }, async ({ page }) => {
    const release = await openBeforeScripts(page, '/');
    const skipLink = page.getByRole('link', { name: 'Skip to main content' });
    await page.route(/\.css$/, (route) => route.abort());
    await skipLink.focus();
    await expectOnScreen(skipLink);
    release();
  });

  test('the next attempt loads it', { tag: ['@SHELL-108'] }, async ({ page }) => {
    let failures = 0;
    await page.route(/\/assets\/app-[^/]*\.css$/, (route) =>
      failures++ === 0 ? route.abort('failed') : route.continue(),
    );
    const release = await openBeforeScripts(page, '/');
    // The page is painted by then; Chromium drops what the mouse does before.
    await expect(page.locator('#lazy-pictures')).toHaveCount(0);
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    // The attempt of the first interaction fails before the scripts run.
    await expect.poll(() => failures).toBe(1);
    await expect(stylesheet(page)).toHaveCount(0);
    release();
    await hydrateParts(page);
    await expect(stylesheet(page)).toHaveCount(1);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a page has the whole stylesheet and the web fonts, and its pictures are in their places', {
    tag: ['@SHELL-107'],
  }, async ({ page }) => {
    const webFont = page.waitForRequest(/\/fonts\/onest-core\.woff2$/);
    await page.goto('/');
    await expect(stylesheet(page)).toHaveCount(1);
    await webFont;
    const picture = page.locator('img[loading=lazy]').first();
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toBeInViewport();
  });
});
