import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picturesFolder } from '@sokuwa/catalog/market.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import type { HomeContent, HomePicture, HomeState } from '@sokuwa/contract/home/home.schemas.ts';
import { goHome, MY_INTEREST_URL } from './page-objects/layout.ts';
import { authorization } from './support/api.ts';
import { expectOnScreen } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { describeWithHomeDraft } from './support/home-draft.ts';
import { runCli } from './support/shoppers.ts';

const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });

/** An operator's calls for the home page. */
const openEditor = (page: Page) => {
  const headers = authorization(runCli('operators', 'token', 'home-journey', '--scope', 'write'));
  const fetchJson = async <T>(path: string, options: Parameters<Page['request']['fetch']>[1] = {}): Promise<T> => {
    const response = await page.request.fetch(`/backend/operator/home/${path}`, { headers, ...options });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  return {
    addPicture: async (name: 'wide' | 'tall'): Promise<HomePicture> => {
      const buffer = await readFile(join(picturesFolder, 'banners', `kitchen-${name}.webp`));
      const picture = { name: 'banner.webp', mimeType: 'image/webp', buffer };
      return fetchJson('pictures/', { method: 'POST', multipart: { [name]: picture } });
    },
    openPreview: async (content: HomeContent): Promise<string> => {
      const { revision } = await fetchJson<HomeState>('');
      await fetchJson('draft/', { method: 'PUT', data: { revision, content } });
      return (await fetchJson<{ url: string }>('preview/', { method: 'POST', data: { version: null } })).url;
    },
  };
};

describeWithHomeDraft('a draft', () => {
  test('an operator sees a draft of the home page before anybody else does', {
    tag: ['@phone', '@HOME-58', '@HOME-61', '@HOME-45'],
  }, async ({ page }) => {
    const editor = openEditor(page);
    const { key: img } = await editor.addPicture('wide');
    const { key: img_tall, colour, background } = await editor.addPicture('tall');
    const [first, ...banners] = DEFAULT_HOME.banners;
    const [article, ...articles] = DEFAULT_HOME.articles;
    if (!first || !article) throw new Error('the home page has no built-in content');
    const url = await editor.openPreview({
      ...DEFAULT_HOME,
      banners: [
        {
          ...{ ...first, img, img_tall, colour, background },
          ...{ headline: 'A generous table', alt: 'A set table', link: 'https://elsewhere.test/table' },
        },
        ...banners,
      ],
      articles: [{ ...article, title: 'Kola nuts', paragraphs: ['Bitter, then sweet.'] }, ...articles],
    });

    await openPage(page, url);
    await expect(offers(page).getByRole('img', { name: 'A set table' }).first()).toBeVisible();
    const link = offers(page).getByRole('link', { name: 'Shop now: A generous table' });
    await expect(link).toHaveAttribute('href', 'https://elsewhere.test/table');
    const frame = offers(page).locator('rect').first();
    await expect(frame).toHaveAttribute('fill', colour);
    await page.getByRole('button', { name: 'Read more: Kola nuts' }).click();
    await expect(await expectOnScreen(page.getByRole('dialog'))).toContainText('Bitter, then sweet.');
    await (await expectOnScreen(page.getByRole('dialog'))).getByRole('button', { name: 'Close' }).last().click();

    await openPage(page, '/');
    await expect(offers(page).getByText('Ankara by the yard')).toBeVisible();
  });
});

test.describe('an expired preview', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('is not found', { tag: ['@HOME-61'] }, async ({ page }) => {
    const response = await page.goto(`/?preview=${'x'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    expect(response?.headers()['cache-control']).toBe('no-store');
  });
});

test.describe('content that cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });
  test('is replaced by the built-in content', { tag: ['@HOME-63'] }, async ({ page }) => {
    await page.route('**/backend/api/home/**', (route) => route.abort());
    await openPage(page, MY_INTEREST_URL);
    await goHome(page);
    await expect(offers(page).getByText('Ankara by the yard')).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Did you know? Honey beans bring their own sweetness' }),
    ).toBeVisible();
  });
});
