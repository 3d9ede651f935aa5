import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, openPage, type Page, test } from '../support/fixtures.ts';
import { PUBLIC_PAGES } from './pages.ts';
import { createNewShopperScenes, createShopperScenes, GUEST_SCENES, listSandboxPages, type Scene } from './scenes.ts';
import { toolPath } from './tools.ts';

/** Checks with the Nu HTML checker: the HTML that the server sends, and the documents after the browser has rendered it. */

const run = promisify(execFile);
const JAR = toolPath('vnu-jar/build/dist/vnu.jar');
/** False positives of the checker; nothing else may be ignored. */
const IGNORED = [
  // React writes void elements as `<br/>`. HTML allows the slash and ignores it.
  '.*Trailing slash on void elements.*',
  // The checker implements ARIA 1.0. In ARIA 1.2 the active option of a combobox is in the list that `aria-controls`
  // refers to.
  '.*aria-activedescendant.*accompanied by attribute .aria-owns.*',
  // The checker does not know these parts of CSS in the styles of the document.
  'CSS: Unrecognized at-rule “@property”',
  'CSS: “background-image”: (“in” is not a “color” value|Parse Error).*',
  'CSS: “reading-flow”: Property “reading-flow” doesn.t exist.*',
  'CSS: Parse Error.*',
  // While a dialog is open, Base UI hides all other children of the body, also the links to scripts and styles.
  '.*“aria-hidden”.*“link”.*',
].join('|');

type Report = { messages: { url: string; type: string; message: string; extract?: string }[] };

/** @param documents HTML by name @returns one line for each finding */
const findHtmlErrors = async (documents: ReadonlyMap<string, string>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-html-'));
  try {
    const names = [...documents.keys()];
    for (const [index, html] of [...documents.values()].entries()) await writeFile(join(folder, `${index}.html`), html);
    const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--filterpattern', IGNORED];
    const { stdout } = await run('java', ['-jar', JAR, ...options, folder], { maxBuffer: 2 ** 28 });
    const { messages }: Report = JSON.parse(stdout);
    return messages.map(({ url, type, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
      return `${name}: ${type}: ${message} … ${extract ?? ''}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Shows each scene and checks its document. */
const expectNoFindings = async (page: Page, scenes: readonly Scene[]): Promise<void> => {
  const documents = new Map<string, string>();
  for (const [name, show] of scenes)
    await test.step(name, async () => {
      await show(page);
      documents.set(name, await page.content());
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  expect(documents.size).toBe(scenes.length);
  expect(await findHtmlErrors(documents)).toEqual([]);
};

test.use({ expectedErrors: [/Failed to load resource|not a whole number of kobo/] });

test('the HTML that the server sends has no findings', async ({ page }) => {
  const documents = new Map<string, string>();
  for (const [name, path] of [
    ...PUBLIC_PAGES,
    ['page that does not exist', '/nothing-here'] as const,
    ...(await listSandboxPages(page)),
  ])
    documents.set(name, await (await page.request.get(path)).text());
  expect(await findHtmlErrors(documents)).toEqual([]);
});

test("a guest's pages in the browser have no findings", async ({ page }) => {
  await expectNoFindings(page, GUEST_SCENES);
});

test("a shopper's filled pages in the browser have no findings", async ({ page }) => {
  await expectNoFindings(page, await createShopperScenes(page));
});

test("a new shopper's empty, loading and failed pages in the browser have no findings", async ({ page }) => {
  await expectNoFindings(page, await createNewShopperScenes(page));
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test('an open page and the offline page have no findings', async ({ page, context }) => {
    await openPage(page, '/about');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await expectNoFindings(page, [
      ['open page', () => expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()],
      [
        'offline page',
        async () => {
          await page.goto('/help');
          await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
        },
      ],
    ]);
  });
});
