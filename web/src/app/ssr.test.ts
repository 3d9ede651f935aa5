import {
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  notFound,
  Outlet,
  redirect,
  Scripts,
} from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { findInlineScripts } from '../testing/inline-scripts.ts';
import { renderRouter, requestHistory } from './ssr.ts';

vi.mock('browser-build:v', () => ({ chunks: { heads: '/assets/heads.js' } }));
// A manifest as TanStack Start's Vite plugin generates it.
vi.mock('tanstack-start-manifest:v', () => ({
  tsrStartManifest: () => ({
    routes: {
      __root__: {
        filePath: '/source/routes/__root.tsx',
        children: ['/', '/yams/$id'],
        preloads: ['/assets/index.js'],
        scripts: [{ attrs: { type: 'module', async: true, src: '/assets/index.js' } }],
      },
      '/yams/$id': { filePath: '/source/routes/yams.$id.tsx', preloads: ['/assets/yams.js'] },
    },
  }),
}));

const ORIGIN = 'https://shop.example';

const Document = ({ children }: { children?: ReactNode }) =>
  createElement(
    'html',
    null,
    createElement('head', null, createElement(HeadContent)),
    createElement('body', null, children, createElement(Scripts)),
  );
const Layout = () =>
  createElement(
    Fragment,
    null,
    createElement('header', null, 'Menu'),
    createElement('main', null, createElement(Outlet)),
  );

const makeRouter = (path: string) => {
  const root = createRootRoute({
    shellComponent: Document,
    component: Layout,
    notFoundComponent: () => createElement('p', null, 'Page not found'),
  });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => createElement('h1', null, 'Home'),
    staticData: { isComplete: true, chunks: ['heads'] },
  });
  const yam = createRoute({
    getParentRoute: () => root,
    path: '/yams/$id',
    loader: ({ params: { id } }): { title: string } => {
      if (id === 'moved') throw redirect({ to: '/', statusCode: 301 });
      if (id === 'missing') throw notFound();
      if (id === 'broken') throw new Error('database unavailable');
      return { title: `</script> yam ${id}` };
    },
    head: ({ loaderData }) => ({ meta: loaderData ? [{ title: loaderData.title }] : [] }),
    component: () => createElement('h1', null, (yam.useLoaderData() as { title: string }).title),
  });
  const injected = createRoute({
    getParentRoute: () => root,
    path: '/injected',
    // Stands for an injected script, such as unescaped text of a merchant.
    component: () => createElement('script', { nonce: 'x' }, 'steal()'),
    head: () => ({ scripts: [{ children: 'early()' }, { type: 'application/ld+json', children: '{"name":"yam"}' }] }),
  });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    component: () => createElement('form', { action: () => {} }),
  });
  return createRouter({
    routeTree: root.addChildren([home, yam, injected, form]),
    history: requestHistory(path, ORIGIN),
    // The router adds an inline script that restores the scroll position.
    scrollRestoration: path === '/injected',
    dehydrate: () => ({ country: 'NG' }),
    defaultErrorComponent: ({ error }) => createElement('p', null, String(error)),
  });
};
const render = (path: string, options?: { shellOnly: boolean }) => renderRouter(makeRouter(path), options);

type DehydratedRouter = {
  manifest: { routes: Record<string, object> };
  matches: { l?: unknown }[];
  dehydratedData: unknown;
};

/** The dehydrated state, read by running the page's inline scripts. */
const dehydratedRouter = (html: string): DehydratedRouter => {
  const self: { $_TSR?: { router: DehydratedRouter } } = {};
  const document = { currentScript: { previousElementSibling: null, remove: () => {} } };
  // `with` makes the properties of `self` globals, as in a browser.
  for (const [, script = ''] of html.matchAll(/<script(?! type)[^>]*>(.*?)<\/script>/gs))
    new Function('self', 'document', `with (self) { ${script} }`)(self, document);
  if (!self.$_TSR) throw new Error('The page contains no dehydrated router');
  return self.$_TSR.router;
};

describe('renderRouter', () => {
  it('renders a whole document, with the scripts of its routes', async () => {
    const { status, html, location } = await render('/yams/7');
    expect({ status, location }).toEqual({ status: 200, location: undefined });
    expect(html).toMatch(/^<!DOCTYPE html><html><head>.*<\/head><body>.*<\/body><\/html>$/s);
    expect(html).toContain('<header>Menu</header><main>');
    expect(html).toContain('<h1>&lt;/script&gt; yam 7</h1>');
    const [head = '', body = ''] = html.split('</head>');
    expect(head).toContain('<title>&lt;/script&gt; yam 7</title>');
    // The state comes after the content. The script files are added later.
    expect(body.indexOf('</main>')).toBeLessThan(body.indexOf('$_TSR'));
    expect(html).not.toContain('/assets/');
  });

  it('returns the script files of a page, the entry first', async () => {
    expect(await render('/yams/7')).toMatchObject({
      modules: ['/assets/index.js', '/assets/yams.js'],
      isComplete: false,
    });
    expect(await render('/')).toMatchObject({ modules: ['/assets/index.js', '/assets/heads.js'], isComplete: true });
    expect(await render('/', { shellOnly: true })).toMatchObject({ isComplete: false });
  });

  it('dehydrates the loader data, the router’s own data and the manifest without source paths', async () => {
    const { html } = await render('/yams/7');
    expect(html.match(/<\/script/g)?.length).toBe(html.match(/<script/g)?.length);
    const { manifest, matches, dehydratedData } = dehydratedRouter(html);
    expect(dehydratedData).toEqual({ country: 'NG' });
    expect(matches.map(({ l }) => l)).toEqual([undefined, { title: '</script> yam 7' }]);
    expect(manifest.routes).toEqual({
      __root__: { scripts: [] },
      '/yams/$id': { scripts: [] },
    });
  });

  it('returns the script that React emits for forms', async () => {
    const { html, scripts = [] } = await render('/form');
    const [, formScript = ''] = /<script id="_R_">(.*?)<\/script>/s.exec(html) ?? [];
    expect(formScript).toContain('addEventListener("submit"');
    expect(scripts).toContain(formScript);
    expect((await render('/')).scripts).not.toContain(formScript);
  });

  it('returns the scripts that the router emits, and no injected script', async () => {
    const { html, scripts = [] } = await render('/injected');
    expect(html).toContain('<script nonce="x">steal()</script>');
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts).toEqual(findInlineScripts(html).filter((script) => script !== 'steal()'));
    expect(scripts).toContain('early()');
    expect(scripts.join('')).toContain('tsr-scroll-restoration');
    expect(scripts.join('')).toContain('$_TSR');
    expect(scripts.join('')).not.toContain('steal');
  });

  it('returns the redirect of a loader, and the one that removes a trailing slash', async () => {
    expect(await render('/yams/moved')).toMatchObject({ status: 301, html: '', location: '/' });
    expect(await render('/yams/7/')).toMatchObject({ status: 307, html: '', location: '/yams/7' });
  });

  it.each(['/yams/missing', '/nothing/here'])('renders %s as 404 inside the layout', async (path) => {
    const { status, html } = await render(path);
    expect(status).toBe(404);
    expect(html).toContain('<header>Menu</header><main><p>Page not found</p></main>');
  });

  it('renders a loader’s error as 500', async () => {
    const { status, html } = await render('/yams/broken');
    expect(status).toBe(500);
    expect(html).toContain('<p>Error: database unavailable</p>');
  });

  it('renders the shell without the page and its data', async () => {
    const { status, html } = await render('/yams/7', { shellOnly: true });
    expect(status).toBe(200);
    expect(html).toContain('<header>Menu</header>');
    expect(html).not.toContain('yam 7');
    expect(dehydratedRouter(html).matches).toHaveLength(1);
  });

  it('detaches the router’s server state afterwards', async () => {
    const router = makeRouter('/');
    await renderRouter(router);
    expect(router.serverSsr).toBeUndefined();
  });
});

it.each([
  ['/yams/%59am?b=2&a=1%20x', '/yams/Yam?b=2&a=1+x'],
  ['//evil.example/yams', '/yams'],
  ['/a%2Fb/%C3%B2', '/a%2Fb/%C3%B2'],
])('normalizes %s', (path, expected) => {
  const { pathname, search } = requestHistory(path, ORIGIN).location;
  expect(pathname + search).toBe(expected);
});
