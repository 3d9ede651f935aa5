import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import type { HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPageRenderer } from '../pages/index.ts';
import { selectAudit } from '../platform/audit.ts';
import { multipart } from '../testing/account.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { lockDraft } from './home.sql.ts';

/** Renders pages that show the headline of the first banner. */
const pages = {
  register: async () => undefined,
  render: createPageRenderer(async (path, { send }) => {
    const { status, body } = await send({ method: 'GET', url: `/api/home/${path.slice(path.indexOf('?'))}` });
    const headline = status === 200 ? (body as HomeContent).banners[0]?.headline : '';
    return { html: [`<p>${headline}</p>`], status };
  }),
};

let shop: TestShop;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop({}, pages);
  headers = await signInOperator(shop, { name: 'Ada' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.deleteFrom('home_preview').execute();
  await shop.db.deleteFrom('home_version').execute();
  await shop.db.deleteFrom('home_draft').execute();
  shop.clearCaches();
});

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend/operator/home/${path}`, headers, ...(payload && { payload }) });
const readHome = async (): Promise<HomeContent> => (await shop.app.inject({ url: '/backend/api/home/' })).json();
const readHeadline = async () => (await readHome()).banners[0]?.headline;

/** The built-in content with another headline. */
const withHeadline = (headline: string): HomeContent => ({
  ...DEFAULT_HOME,
  banners: DEFAULT_HOME.banners.map((banner, n) => (n === 0 ? { ...banner, headline } : banner)),
});
const save = async (content: object): Promise<number> => {
  const { revision } = (await call('GET', '')).json();
  const response = await call('PUT', 'draft/', { revision, content });
  expect(response.statusCode).toBe(200);
  return response.json().revision;
};
const publish = async (headline: string, period: { starts_at?: string; ends_at?: string } = {}) => {
  const revision = await save(withHeadline(headline));
  const response = await call('POST', 'publish/', { revision, ...period });
  expect(response.statusCode).toBe(200);
  shop.clearCaches();
  return response.json();
};
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('the home page', () => {
  it('shows the built-in content until something is published', { tags: ['@HOME-57'] }, async () => {
    expect(await readHome()).toEqual({ ...DEFAULT_HOME, built_in: true });
    expect((await call('GET', '')).json()).toEqual({
      showing: { version: null, content: DEFAULT_HOME },
      ...{ scheduled: [], draft: null, revision: 0 },
    });
  });

  it('shows a draft when it is published, and keeps who did it', { tags: ['@HOME-57'] }, async () => {
    const revision = await save(withHeadline('Set a generous table'));
    expect(await readHome()).toMatchObject({ ...DEFAULT_HOME, built_in: true });
    const { draft } = (await call('GET', '')).json();
    expect(draft).toEqual({
      content: withHeadline('Set a generous table'),
      saved_at: expect.any(String),
      saved_by: 'token:Ada',
    });
    const published = (await call('POST', 'publish/', { revision, reason: 'For December' })).json();
    expect(published).toMatchObject({
      draft: null,
      showing: {
        version: { state: 'showing', headline: 'Set a generous table', published_by: 'token:Ada', ends_at: null },
      },
    });
    const { id } = published.showing.version;
    const [entry] = await selectAudit(shop.db, { subject: `home version ${id}`, limit: 1 });
    expect(entry).toMatchObject({ actor: 'token:Ada', action: 'home publish', reason: 'For December' });
  });

  it('shows what was published on all nodes at once', { tags: ['@HOME-57'] }, async () => {
    const { other, close } = await openFollowingNode(shop);
    const read = async () =>
      (await other.app.inject({ url: '/backend/api/home/' })).json<HomeContent>().banners[0]?.headline;
    expect(await read()).toBe('Ankara by the yard');
    await publish('On all nodes');
    await waitFor(async () => expect(await read()).toBe('On all nodes'));
    await close();
  });

  it('shows a scheduled version at its time, and what was before after its end, without any change', {
    tags: ['@HOME-59'],
  }, async () => {
    await publish('Before');
    const published = await publish('For a moment', { starts_at: inMs(3_600_000), ends_at: inMs(7_200_000) });
    expect(published.scheduled).toMatchObject([{ headline: 'For a moment', state: 'scheduled' }]);
    const startsAt = new Date(Date.now() + 1000);
    const period = { starts_at: startsAt, ends_at: new Date(Date.now() + 4000) };
    await shop.db.updateTable('home_version').set(period).where('id', '=', published.scheduled[0].id).execute();
    expect((await shop.app.inject({ url: '/' })).body).toBe('<p>Before</p>');
    const getPage = async () => (await shop.app.inject({ url: '/' })).body;
    await waitFor(async () => expect(await getPage()).toBe('<p>For a moment</p>'));
    expect(Date.now()).toBeGreaterThanOrEqual(startsAt.getTime());
    await waitFor(async () => expect(await getPage()).toBe('<p>Before</p>'));
    const { results } = (await call('GET', 'versions/')).json();
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['ended', 'showing']);
  });

  it('does not show a scheduled version that was cancelled', { tags: ['@HOME-59'] }, async () => {
    const { scheduled } = await publish('Never', { starts_at: inMs(3_600_000) });
    const path = `versions/${scheduled[0].id}/`;
    expect((await call('POST', `${path}cancel/`, {})).json()).toMatchObject({ scheduled: [] });
    expect((await call('GET', path)).json()).toMatchObject({ state: 'cancelled', content: withHeadline('Never') });
    expectRefusal(await call('POST', `${path}cancel/`, {}), 'home_version_begun');
  });

  it('goes back to a former version and to the built-in content', { tags: ['@HOME-62'] }, async () => {
    const first = await publish('First');
    await publish('Second');
    const reverted = await call('POST', 'revert/', { version: first.showing.version.id, reason: 'A mistake' });
    expect(reverted.json()).toMatchObject({ showing: { content: withHeadline('First') } });
    shop.clearCaches();
    expect(await readHeadline()).toBe('First');
    await call('POST', 'revert/', { version: null, reason: 'The season is over' });
    shop.clearCaches();
    expect(await readHome()).toEqual({ ...DEFAULT_HOME, built_in: false });
    const { results, next } = (await call('GET', 'versions/')).json();
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['showing', 'hidden', 'hidden', 'hidden']);
    expect(next).toBeNull();
  });
});

describe('the draft', () => {
  it('of a second editor is refused, who then reads what the first has saved', { tags: ['@HOME-60'] }, async () => {
    const revision = await save(withHeadline('Mine'));
    const changes = ['Yours', 'Theirs'].map((headline) => ({ revision, content: withHeadline(headline) }));
    const responses = await shop.db.transaction().execute(async (trx) => {
      await lockDraft(trx);
      const both = changes.map((change) => call('PUT', 'draft/', change));
      await waitUntilBlocked(shop.db, 2);
      return { both };
    });
    const both = await Promise.all(responses.both);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const saved = both.findIndex(({ statusCode }) => statusCode === 200);
    expect((await call('GET', '')).json().draft.content).toEqual(changes[saved]?.content);
  });

  it('is published once, however often it is sent', { tags: ['@HOME-60'] }, async () => {
    const revision = await save(withHeadline('Once'));
    const statuses = await Promise.all(
      [1, 2].map(async () => (await call('POST', 'publish/', { revision })).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await call('GET', 'versions/')).json().results).toHaveLength(1);
  });

  it.each([
    ['a link without https', { link: 'http://elsewhere.test/' }],
    ['a link to a script', { link: 'javascript:alert(1)' }],
    ['a link to another site without a scheme', { link: '//elsewhere.test' }],
    ['the same with a backslash', { link: '/\\elsewhere.test' }],
    ['a link with a password', { link: 'https://a:b@elsewhere.test/' }],
    ['a long headline', { headline: 'x'.repeat(41) }],
    ['no headline', { headline: ' ' }],
    ['no text for those who cannot see it', { alt: '' }],
    ['a colour with code', { colour: 'red"><script>' }],
    ['a picture elsewhere', { img: 'https://elsewhere.test/x' }],
  ])('cannot have %s', { tags: ['@HOME-58'] }, async (_, change) => {
    const [first, ...others] = DEFAULT_HOME.banners;
    const content = { ...DEFAULT_HOME, banners: [{ ...first, ...change }, ...others] };
    expectRefusal(await call('PUT', 'draft/', { revision: 0, content }), 'invalid_input');
  });

  it.each([
    ['seven banners', { banners: DEFAULT_HOME.banners.slice(1) }],
    ['five tiles', { tiles: [...DEFAULT_HOME.tiles, DEFAULT_HOME.tiles[0]] }],
    ['one article', { articles: DEFAULT_HOME.articles.slice(1) }],
    ['two banners with one id', { banners: [...DEFAULT_HOME.banners.slice(1), DEFAULT_HOME.banners[1]] }],
  ])('cannot have %s', { tags: ['@HOME-58', '@HOME-11', '@HOME-21', '@HOME-44'] }, async (_, change) => {
    expectRefusal(
      await call('PUT', 'draft/', { revision: 0, content: { ...DEFAULT_HOME, ...change } }),
      'invalid_input',
    );
  });

  it.each(['https://elsewhere.test/a?b=1', '/product/list?section=hotDeals&page=1', 'sell'])(
    'can link to %s',
    {
      tags: ['@HOME-58'],
    },
    async (link) => {
      const [first, ...others] = DEFAULT_HOME.banners;
      await save({ ...DEFAULT_HOME, banners: [{ ...first, link }, ...others] });
    },
  );
});

describe('pictures', () => {
  const upload = async (name: string, background: string) => {
    const bytes = await sharp({ create: { width: 2000, height: 1500, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const form = multipart([{ name, bytes, fileName: 'a.jpg', type: 'image/jpeg' }]);
    return shop.app.inject({
      method: 'POST',
      url: '/backend/operator/home/pictures/',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
  };

  it.each([
    ['wide', 1600, 640],
    ['tall', 800, 800],
    ['tile', 640, 680],
    ['article', 640, 640],
  ])('%s are cropped to %i × %i pixels', { tags: ['@HOME-58'] }, async (shape, width, height) => {
    const { key } = (await upload(shape, '#127170')).json();
    const stored = await shop.media.read(key);
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width, height });
  });

  it('say which text suits them, and are used where they belong', { tags: ['@HOME-58'] }, async () => {
    const dark = (await upload('wide', '#1e2577')).json();
    expect(dark).toMatchObject({ background: 'dark', url: `/media/${dark.key}/800.webp` });
    const { key, colour, background } = (await upload('tall', '#fcc04a')).json();
    expect([colour, background]).toEqual([expect.stringMatching(/^#f[bcd][bc][0-9a-f]4[0-9a-f]$/), 'light']);
    const [first, ...others] = DEFAULT_HOME.banners;
    const at = (img: string, img_tall: string) => ({
      ...DEFAULT_HOME,
      banners: [{ ...first, img, img_tall, colour, background }, ...others],
    });
    await save(at(dark.key, key));
    const { revision } = (await call('GET', '')).json();
    expectRefusal(await call('PUT', 'draft/', { revision, content: at(key, dark.key) }), 'home_picture_unknown');
  });

  it('for no place are refused', { tags: ['@HOME-58'] }, async () => {
    expectRefusal(await upload('anything', 'teal'), 'invalid_input');
  });
});

describe('a preview', { tags: ['@HOME-61'] }, () => {
  const open = async (version: number | null): Promise<string> =>
    (await call('POST', 'preview/', { version })).json().url;

  it('shows the draft as it is then, to whoever has the address', async () => {
    await save(withHeadline('A draft'));
    const url = await open(null);
    expect(url).toMatch(/^\/\?preview=[\w-]{43}$/);
    const page = await shop.app.inject({ url });
    expect(page.body).toBe('<p>A draft</p>');
    expect(page.headers['cache-control']).toBe('no-store');
    await save(withHeadline('Better'));
    expect((await shop.app.inject({ url })).body).toBe('<p>Better</p>');
    expect((await shop.app.inject({ url: '/' })).body).toBe('<p>Ankara by the yard</p>');
    const { revision } = (await call('GET', '')).json();
    await call('POST', 'publish/', { revision });
    expect((await shop.app.inject({ url })).statusCode).toBe(404);
  });

  it('shows a version that is scheduled, and ends after an hour', async () => {
    const { scheduled } = await publish('Later', { starts_at: inMs(3_600_000) });
    const url = await open(scheduled[0].id);
    expect((await shop.app.inject({ url })).body).toBe('<p>Later</p>');
    await shop.db.updateTable('home_preview').set({ expires_at: new Date() }).execute();
    expect((await shop.app.inject({ url })).statusCode).toBe(404);
    // Whoever writes the parameter differently gets no cached page either.
    expect((await shop.app.inject({ url: url.replace('preview', 'previe%77') })).headers['cache-control']).toBe(
      'no-store',
    );
  });
});
