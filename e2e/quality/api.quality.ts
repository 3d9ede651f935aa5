import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '../support/fixtures.ts';
import { toolPath } from './tools.ts';

const run = promisify(execFile);

type Description = { paths: Record<string, unknown> };

/**
 * Reads the API description and removes the final slashes of paths; the server accepts both forms (API-6). Redocly
 * reports final slashes and treats them as empty segments, so that /products/{productId}/ would conflict with
 * /products/category/{categoryId}.
 */
const readDescription = async (page: Page): Promise<Description> => {
  const description: Description = await (await page.request.get('/backend/docs')).json();
  const entries = Object.entries(description.paths).map(([path, item]) => [path.replace(/\/$/, ''), item] as const);
  const paths = Object.fromEntries(entries);
  expect(Object.keys(paths).length).toBe(entries.length);
  return { ...description, paths };
};

test('the description of the API has no findings', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-api-'));
  try {
    const file = join(folder, 'api.json');
    await writeFile(file, JSON.stringify(await readDescription(page)));
    const args = [toolPath('@redocly/cli/bin/cli.js'), 'lint', file, '--format=json'];
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 2 ** 28,
    }).catch((failed: { stdout: string }) => failed);
    const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(stdout);
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
