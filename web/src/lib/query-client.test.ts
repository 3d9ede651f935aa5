import { ApiError } from '@sokuwa/contract/api-client.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFirstAttempt, makeQueryClient } from './query-client.ts';

const toasts: string[] = [];
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => toasts.push(text) } }));

beforeEach(() => {
  toasts.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs a failing query until it is no longer retried. @returns the time of each attempt in seconds */
const recordAttempts = async (server: boolean, error: Error, meta?: { failure: string }): Promise<number[]> => {
  const startedAt = Date.now();
  const attempts: number[] = [];
  const result = makeQueryClient(server).fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      attempts.push((Date.now() - startedAt) / 1000);
      return Promise.reject(error);
    },
    ...(meta && { meta }),
  });
  const rejection = expect(result).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(120_000);
  await rejection;
  return attempts;
};

describe('a query with the default options', () => {
  it.each([
    ...[400, 403, 409, 422, 429, 500, 502, 503].map((status): [string, Error] => [
      `status ${status}`,
      new ApiError('Failed', status),
    ]),
    ['a lost connection', new ApiError('Network Error')],
    ['a call that took too long', new ApiError('timeout of 5000ms exceeded')],
    ['a response that cannot be read', new Error('The response could not be read.')],
  ])(
    'is retried three times after %s, each time after twice the delay',
    {
      tags: ['@SHELL-77', '@SHELL-78', '@SHELL-90'],
    },
    async (_, error) => {
      expect(await recordAttempts(false, error)).toEqual([0, 1, 3, 7]);
    },
  );

  it('never waits longer than 30 seconds', { tags: ['@SHELL-79'] }, () => {
    const { retryDelay } = makeQueryClient(false).getDefaultOptions().queries ?? {};
    if (typeof retryDelay !== 'function') throw new Error('retryDelay is not a function');
    expect([0, 4, 5, 50].map((attempt) => retryDelay(attempt, new Error()))).toEqual([1000, 16_000, 30_000, 30_000]);
  });

  it.each([
    ['something that does not exist', new ApiError('Not found.', 404, 'not_found')],
    ['a page past the end', new ApiError('Invalid page.', 404, 'invalid_page')],
    ['a 404 without a code', new ApiError('Request failed with status code 404', 404)],
    ['a session that has ended', new ApiError('Invalid token.', 401, 'token_invalid')],
  ])('shows %s at once', { tags: ['@SHELL-90'] }, async (_, error) => {
    expect(await recordAttempts(false, error)).toEqual([0]);
  });

  it('is not retried while the browser has no network', { tags: ['@SHELL-90'] }, async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await recordAttempts(false, new ApiError('Network Error'))).toEqual([0]);
    expect(await recordAttempts(false, new ApiError('Service Unavailable', 503))).toEqual([0]);
  });

  it('is not retried during server rendering', async () => {
    expect(await recordAttempts(true, new ApiError('Network Error'))).toEqual([0]);
  });

  it('is retried in the background for callers that wait only for the first attempt', {
    tags: ['@SHELL-77'],
  }, async () => {
    const client = makeQueryClient(false);
    let failures = 2;
    const queryFn = async () => {
      if (failures-- > 0) throw new ApiError('Network Error');
      return 'loaded';
    };
    await expect(fetchFirstAttempt(client, { queryKey: ['x'], queryFn })).rejects.toThrow('Network Error');
    expect(client.getQueryData(['x'])).toBeUndefined();
    await vi.advanceTimersByTimeAsync(3000);
    expect(client.getQueryData(['x'])).toBe('loaded');
    expect(await fetchFirstAttempt(client, { queryKey: ['x'], queryFn })).toBe('loaded');
  });

  it('is removed from the cache five minutes after its last use', { tags: ['@SHELL-80'] }, async () => {
    const client = makeQueryClient(false);
    await client.fetchQuery({ queryKey: ['x'], queryFn: async () => 1 });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(client.getQueryData(['x'])).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.getQueryData(['x'])).toBeUndefined();
  });

  it('shows one toast when it fails and has an error text', { tags: ['@SHELL-37', '@SHELL-38'] }, async () => {
    await recordAttempts(false, new ApiError('Network Error'), { failure: 'Failed to fetch user profile details' });
    await recordAttempts(false, new ApiError('Network Error'));
    expect(toasts).toEqual(['Failed to fetch user profile details']);
  });
});
