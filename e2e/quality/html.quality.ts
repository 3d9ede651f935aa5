import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, openPage, type Page, test } from '../support/fixtures.ts';
import { createSignedInPages, PUBLIC_PAGES } from './pages.ts';
import { toolPath } from './tools.ts';

/** The Nu HTML checker: the HTML that the server sends, and the document that the browser makes of it. */

const run = promisify(execFile);
const JAR = toolPath('vnu-jar/build/dist/vnu.jar');
/** React writes void elements as `<br/>`, which HTML allows and ignores. */
const IGNORED = '.*Trailing slash on void elements.*';

type Report = { messages: { url: string; type: string; message: string; extract?: string }[] };

/** @param documents HTML by name @returns one line for each finding */
const findHtmlErrors = async (documents: Map<string, string>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-html-'));
  try {
    const names = [...documents.keys()];
    for (const [index, html] of [...documents.values()].entries()) await writeFile(join(folder, `${index}.html`), html);
    const args = [
      '-jar',
      JAR,
      '--format',
      'json',
      '--stdout',
      '--exit-zero-always',
      '--filterpattern',
      IGNORED,
      folder,
    ];
    const { stdout } = await run('java', args, { maxBuffer: 2 ** 28 });
    const { messages }: Report = JSON.parse(stdout);
    return messages.map(({ url, type, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
      return `${name}: ${type}: ${message} … ${extract ?? ''}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test.use({ expectedErrors: [/404|401|400/] });

const readDocument = async (page: Page, path: string): Promise<string> => {
  await openPage(page, path);
  await page.waitForLoadState('networkidle');
  return page.content();
};

test('the HTML that the server sends has no findings', async ({ page }) => {
  const documents = new Map<string, string>();
  for (const [name, path] of [...PUBLIC_PAGES, ['unknown page', '/nothing-here'] as const])
    documents.set(name, await (await page.request.get(path)).text());
  expect(await findHtmlErrors(documents)).toEqual([]);
});

test('the public pages in the browser have no findings', async ({ page }) => {
  const documents = new Map<string, string>();
  for (const [name, path] of PUBLIC_PAGES) documents.set(name, await readDocument(page, path));
  expect(await findHtmlErrors(documents)).toEqual([]);
});

test("a signed-in shopper's pages in the browser have no findings", async ({ page }) => {
  const documents = new Map<string, string>();
  for (const [name, path] of await createSignedInPages(page)) documents.set(name, await readDocument(page, path));
  expect(await findHtmlErrors(documents)).toEqual([]);
});
