import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Options = {
  /** Console errors that the test itself provokes, such as the 404 of a page that does not exist. */
  expectedErrors: readonly RegExp[];
};
type Fixtures = { watched: undefined };

/** Every journey fails on any console error, page error or breach of the content security policy. */
export const test = base.extend<Options & Fixtures>({
  expectedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => use(process.env.SHOP_ORIGIN),
  watched: [
    async ({ context, expectedErrors }, use) => {
      const problems: string[] = [];
      const note = (problem: string) => {
        if (!expectedErrors.some((expected) => expected.test(problem))) problems.push(problem);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(`page: ${error.error().stack ?? error.error()}`));
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          console.error(
            `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
          );
        });
      });
      await use(undefined);
      expect(problems).toEqual([]);
      // Pages ask from time to time: what stands in for the server may be in the middle of an answer.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
});

export { expect, type Page };

/**
 * Resolves when React has taken over the page: before that, a press would be lost, as it would be for a shopper who is
 * faster than the network.
 */
export const alive = (page: Page) =>
  page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
    if (!key) return false;
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
    const root = (document as unknown as Record<string, Root>)[key];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });

/** Goes to a page of the shop and waits until it answers presses. */
export const visit = async (page: Page, path: string): Promise<void> => {
  // Not its pictures: they are made when they are first asked for.
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await alive(page);
};

/** Axe finds nothing on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // The shop has no frames, so no second page is needed to put their findings together.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.target.join(' ')) }));
  expect(found).toEqual([]);
};
