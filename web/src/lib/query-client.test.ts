import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { makeQueryClient } from './query-client.ts';

const said: string[] = [];
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => said.push(text) } }));

beforeEach(() => {
  said.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Asks for what fails, until it is given up. @returns the seconds after which each try was made */
const tries = async (server: boolean, error: Error, meta?: { failure: string }): Promise<number[]> => {
  const begun = Date.now();
  const made: number[] = [];
  const asked = makeQueryClient(server).fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      made.push((Date.now() - begun) / 1000);
      return Promise.reject(error);
    },
    ...(meta && { meta }),
  });
  const given = expect(asked).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(120_000);
  await given;
  return made;
};

describe('a query without rules of its own', () => {
  it('is tried three times more, each time after twice as long', { tags: ['@SHELL-78'] }, async () => {
    expect(await tries(false, new ApiError('Network Error'))).toEqual([0, 1, 3, 7]);
  });

  it('never waits longer than half a minute', { tags: ['@SHELL-79'] }, () => {
    const { retryDelay } = makeQueryClient(false).getDefaultOptions().queries ?? {};
    if (typeof retryDelay !== 'function') throw new Error('no function');
    expect([0, 4, 5, 50].map((attempt) => retryDelay(attempt, new Error()))).toEqual([1000, 16_000, 30_000, 30_000]);
  });

  it('is not tried again with a dead token, nor while the server renders a page', async () => {
    expect(await tries(false, new ApiError('Invalid token.', 401))).toEqual([0]);
    expect(await tries(true, new ApiError('Network Error'))).toEqual([0]);
  });

  it('is forgotten five minutes after nobody wants it any more', { tags: ['@SHELL-80'] }, async () => {
    const client = makeQueryClient(false);
    await client.fetchQuery({ queryKey: ['x'], queryFn: async () => 1 });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(client.getQueryData(['x'])).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.getQueryData(['x'])).toBeUndefined();
  });

  it('says once that it failed, where it has a text for that', { tags: ['@SHELL-37', '@SHELL-38'] }, async () => {
    await tries(false, new ApiError('Network Error'), { failure: 'Failed to fetch user profile details' });
    await tries(false, new ApiError('Network Error'));
    expect(said).toEqual(['Failed to fetch user profile details']);
  });
});
