import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './fixtures.ts';

const TIMEOUT_MS = 150_000;

/**
 * Waits until no other journey holds the draft of the home page: all journeys share it, and each has to be the only one that changes it.
 * Use it with `await using`, so that the draft is free again at the end of the test.
 */
export const holdHomeDraft = async (): Promise<AsyncDisposable> => {
  const folder = join(process.env.SHOP_DATA ?? '', 'home-draft-lock');
  const create = () =>
    mkdir(folder).then(
      () => true,
      () => false,
    );
  await expect.poll(create, { timeout: TIMEOUT_MS }).toBe(true);
  return { [Symbol.asyncDispose]: () => rmdir(folder) };
};
