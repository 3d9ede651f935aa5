import { test as base, expect, type Page } from '@playwright/test';

type Options = {
  /** Console errors that the test itself causes, such as the 404 of a page that does not exist. */
  expectedErrors: readonly RegExp[];
};
type Fixtures = { failOnBrowserErrors: undefined };

/** Fails every journey on a console error, an uncaught error or a violation of the content security policy. */
export const test = base.extend<Options & Fixtures>({
  expectedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => use(process.env.SHOP_ORIGIN),
  failOnBrowserErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      const record = (error: string) => {
        if (!expectedErrors.some((expected) => expected.test(error))) errors.push(error);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') record(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => record(`page: ${error.error().stack ?? error.error()}`));
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(
            `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
          );
        });
      });
      await use(undefined);
      expect(errors).toEqual([]);
      // Pages poll: a route handler may still be running.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
});

export { expect, type Page };

/** Whether React has hydrated the root of the document; runs in the page. */
export const isRootHydrated = (): boolean => {
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
  if (!key) return false;
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const root = (document as unknown as Record<string, Root>)[key];
  return root?.stateNode.current.memoizedState.isDehydrated === false;
};

/** Resolves when React has hydrated the root of the page. Parts are hydrated later, at the first interaction. */
export const waitForHydration = (page: Page) => page.waitForFunction(isRootHydrated);

/** Interacts, and waits until React has hydrated every part of the page, so that the next click is handled at once. */
export const hydrateParts = async (page: Page): Promise<void> => {
  await waitForHydration(page);
  // Twice, because the mouse may already be there.
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => {
    const { isHydrated } = window as { isHydrated?: (button: Element) => boolean };
    return [...document.querySelectorAll('button')].every((button) => isHydrated?.(button));
  });
};

/** Waits for five animation frames, so that effects can run and new content can appear. */
export const waitForFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  });

/** Navigates on the client, as a link does, so that only data is loaded from the server. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((url) => history.pushState({}, '', url), path);

/** Loads a page of the shop, and leaves it as a visitor first sees it: only the root is hydrated. */
export const openFirstView = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
};

/** Loads a page of the shop and waits for hydration of all its parts. */
export const openPage = async (page: Page, path: string): Promise<void> => {
  // Does not wait for pictures: the shop generates them on the first request.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await hydrateParts(page);
};
