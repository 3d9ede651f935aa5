import { expect, test } from 'vitest';
import { isShopPage, kindOf, pageKey, pageOf } from './addresses.ts';

const ORIGIN = 'https://shop.test';
const kind = (address: string, { method = 'GET', mode = 'cors', token = false } = {}) =>
  kindOf(
    { method, mode, headers: new Headers(token ? { authorization: 'Token x' } : {}) },
    new URL(address, ORIGIN),
    ORIGIN,
  );

test('only what everybody may see is answered by the worker', () => {
  expect(kind('/product/list?page=2', { mode: 'navigate' })).toBe('page');
  expect(kind('/backend/api/products/?page=1')).toBe('answer');
  expect(kind('/media/goods/a/240.avif')).toBe('picture');
  expect(kind('/assets/index-abc.js')).toBe('file');
  expect(kind('/fonts/onest-core.woff2')).toBe('public');

  expect(kind('/backend/api/products/?page=1', { token: true })).toBeUndefined();
  expect(kind('/backend/api/cart/', { method: 'POST' })).toBeUndefined();
  expect(kind('/product/list', { method: 'POST', mode: 'navigate' })).toBeUndefined();
  expect(kind('https://elsewhere.test/media/a/240.avif')).toBeUndefined();
  expect(kind('/worker.js')).toBeUndefined();
  expect(kind('/media/people/1a2b/640.webp')).toBeUndefined();
});

test('only the shop itself is kept: nobody finds the pages of an account or a checkout', {
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

test('a page is kept for its country alone', () => {
  const url = new URL('/product/list?section=hotDeals&page=1', ORIGIN);
  const key = new URL(pageKey('GB', url), ORIGIN);
  expect(pageOf('GB', key)).toBe('/product/list?section=hotDeals&page=1');
  expect(pageOf('', key)).toBeUndefined();
  expect(pageOf('NG', key)).toBeUndefined();
  expect(pageOf('', new URL(pageKey('', new URL('/', ORIGIN)), ORIGIN))).toBe('/');
});
