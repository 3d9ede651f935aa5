import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { makeQueryClient } from './query-client.ts';

const toasts: string[] = [];
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => toasts.push(text) } }));

beforeEach(() => {
  toasts.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

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
    ['a network failure', new ApiError('Network Error')],
    ['a failure of the server', new ApiError('Internal Server Error', 500)],
    ['a refusal', new ApiError('The request is not valid.', 400, 'invalid_input')],
    ['a response that cannot be read', new Error('The response could not be read.')],
  ])(
    'is retried three times after %s, each time after twice the delay',
    {
      tags: ['@SHELL-77', '@SHELL-78'],
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

  it('is not retried with an invalid token or during server rendering', async () => {
    expect(await recordAttempts(false, new ApiError('Invalid token.', 401))).toEqual([0]);
    expect(await recordAttempts(true, new ApiError('Network Error'))).toEqual([0]);
  });

  it('is not retried for a missing resource, nor while offline', { tags: ['@SHELL-90'] }, async () => {
    expect(await recordAttempts(false, new ApiError('Not found.', 404, 'not_found'))).toEqual([0]);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await recordAttempts(false, new ApiError('Network Error'))).toEqual([0]);
    vi.unstubAllGlobals();
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
