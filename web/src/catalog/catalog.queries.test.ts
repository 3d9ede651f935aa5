import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Api, makeApi } from '../lib/api.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import {
  categoriesQuery,
  homeListQuery,
  leadWithAvailable,
  listQuery,
  merchantQuery,
  productQuery,
} from './catalog.queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const LIST = { search: { section: 'productList', page: 1 }, id: undefined, country: 'NG' } as const;

it.each<[string, (client: QueryClient, api: Api) => Promise<unknown>]>([
  ['list', (client, api) => client.fetchQuery(listQuery(api, LIST))],
  ['product', (client, api) => client.fetchQuery(productQuery(api, 1, 'NG'))],
  ['category tree', (client, api) => client.fetchQuery(categoriesQuery(api))],
  ['store', (client, api) => client.fetchQuery(merchantQuery(api, 1))],
  ['list of the home page', (client, api) => client.fetchQuery(homeListQuery(api, 'hotDeals', 'NG'))],
])('a %s that is refused with a 4xx is tried three more times', { tags: ['@SHELL-77'] }, async (_, load) => {
  const startedAt = Date.now();
  const attempts: number[] = [];
  const api = makeApi(async () => {
    attempts.push((Date.now() - startedAt) / 1000);
    return { status: 400, body: { code: 'invalid_input' } };
  });
  const rejection = expect(load(makeQueryClient(false), api)).rejects.toMatchObject({ status: 400 });
  await vi.advanceTimersByTimeAsync(120_000);
  await rejection;
  expect(attempts).toEqual([0, 1, 3, 7]);
});

it('a block of the home page shows products in stock first, and of these the ones with a picture', {
  tags: ['@HOME-56'],
}, () => {
  const product = (id: number, stock: number, pictures: number) => ({
    id,
    stock,
    products_images: Array.from({ length: pictures }, () => ({ image_url: '', alt: '' })),
  });
  const list = [product(1, 0, 1), product(2, 3, 0), product(3, 1, 1), product(4, 0, 0), product(5, 9, 2)];
  expect(leadWithAvailable(list).map(({ id }) => id)).toEqual([3, 5, 2, 1, 4]);
});
