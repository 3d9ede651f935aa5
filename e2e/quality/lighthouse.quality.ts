import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { PUBLIC_PAGES } from './pages.ts';
import { toolPath } from './tools.ts';

/** Lighthouse on a phone: accessibility, best practices and search engines. Speed is measured by `npm run bench`. */

const run = promisify(execFile);
const LIGHTHOUSE = toolPath('lighthouse/cli/index.js');
const { executablePath, args: flags } = chromium({ pictures: true, optimizesScripts: true });

type Report = {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string }>;
};

/** @returns one line for each category below 100, with the audits that failed */
const findShortcomings = async (url: string, skippedAudits: string[]): Promise<string[]> => {
  const args = [
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--only-categories=accessibility,best-practices,seo',
    `--chrome-flags=--headless ${flags.join(' ')}`,
    ...skippedAudits.map((audit) => `--skip-audits=${audit}`),
  ];
  const env = { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) };
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 2 ** 28 });
  const { categories, audits }: Report = JSON.parse(stdout);
  return Object.values(categories)
    .filter(({ score }) => score !== 1)
    .map(({ title, score, auditRefs }) => {
      const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
      return `${title} ${score}: ${failed.map(({ id }) => `${id} (${audits[id]?.title})`).join(', ')}`;
    });
};

for (const [name, path] of PUBLIC_PAGES)
  test(`Lighthouse gives 100 three times: ${name}`, async ({ page, baseURL }) => {
    const html = await (await page.request.get(path)).text();
    // A noindex page fails this audit on purpose.
    const skipped = /<meta name="robots" content="noindex/.test(html) ? ['is-crawlable'] : [];
    expect(await findShortcomings(`${baseURL}${path}`, skipped)).toEqual([]);
  });
