import { expect, test } from 'vitest';
import { isShopPage, pageKey, pageUrl, requestKind } from './urls.ts';

const ORIGIN = 'https://shop.test';
const classifyRequest = (
  url: string,
  { method = 'GET', mode = 'cors', token = false, api = `${ORIGIN}/backend/` } = {},
) =>
  requestKind({ method, mode, headers: new Headers(token ? { authorization: 'Token x' } : {}) }, new URL(url, ORIGIN), {
    origin: ORIGIN,
    api,
  });

test('the worker handles public GET requests only', () => {
  expect(classifyRequest('/product/list?page=2', { mode: 'navigate' })).toBe('page');
  expect(classifyRequest('/backend/api/products/?page=1')).toBe('api');
  expect(classifyRequest('/media/goods/a/240.avif')).toBe('picture');
  expect(classifyRequest('/assets/index-abc.js')).toBe('file');
  expect(classifyRequest('/fonts/onest-core.woff2')).toBe('public');

  expect(classifyRequest('/backend/api/products/?page=1', { token: true })).toBeUndefined();
  expect(classifyRequest('/backend/api/cart/', { method: 'POST' })).toBeUndefined();
  expect(classifyRequest('/product/list', { method: 'POST', mode: 'navigate' })).toBeUndefined();
  expect(classifyRequest('https://elsewhere.test/media/a/240.avif')).toBeUndefined();
  expect(classifyRequest('/worker.js')).toBeUndefined();
  expect(classifyRequest('/media/people/1a2b/640.webp')).toBeUndefined();
});

test('the worker handles public calls of an API on another origin, and nothing else there', {
  tags: ['@API-32'],
}, () => {
  const api = 'https://api.shop.test/';
  expect(classifyRequest(`${api}api/products/?page=1`, { api })).toBe('api');
  expect(classifyRequest(`${api}api/products/?page=1`, { api, token: true })).toBeUndefined();
  expect(classifyRequest(`${api}docs`, { api, mode: 'navigate' })).toBeUndefined();
  expect(classifyRequest('https://api.shop.test.evil/api/products/', { api })).toBeUndefined();
  expect(classifyRequest('/media/goods/a/240.avif', { api })).toBe('picture');
});

test('the worker leaves the desk alone', { tags: ['@MERCHANT-3'] }, () => {
  expect(classifyRequest('/desk/', { mode: 'navigate' })).toBeUndefined();
  expect(classifyRequest('/desk/store/7/orders', { mode: 'navigate' })).toBeUndefined();
  expect(classifyRequest('/desk/assets/index-abc.js')).toBeUndefined();
});

test('only public shop pages are cached, never account or checkout pages', {
  tags: ['@OFFLINE-4'],
}, () => {
  for (const path of ['/', '/product/list', '/product/list/7', '/product/details/7', '/product/shopping/cart'])
    expect(isShopPage(path)).toBe(true);
  for (const path of [
    '/login',
    '/profile',
    '/product/shopping/checkout',
    '/product/listing',
    '/order/1',
    '/sandbox/ui',
  ])
    expect(isShopPage(path)).toBe(false);
});

test('a cached page is found for its own country only', () => {
  const url = new URL('/product/list?section=hotDeals&page=1', ORIGIN);
  const key = new URL(pageKey('GB', url), ORIGIN);
  expect(pageUrl('GB', key)).toBe('/product/list?section=hotDeals&page=1');
  expect(pageUrl('', key)).toBeUndefined();
  expect(pageUrl('NG', key)).toBeUndefined();
  expect(pageUrl('', new URL(pageKey('', new URL('/', ORIGIN)), ORIGIN))).toBe('/');
});
