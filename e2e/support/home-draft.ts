import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

const TIMEOUT_MS = 150_000;
const folder = () => join(process.env.SHOP_DATA ?? '', 'home-draft-lock');

/**
 * Journeys that change the home page's draft, which all share: each waits until no other one holds it.
 * @param defineTests called once
 */
export const describeWithHomeDraft = (title: string, defineTests: () => void): void =>
  test.describe(title, () => {
    let isHeld = false;
    const hold = async () => {
      isHeld = await mkdir(folder()).then(
        () => true,
        () => false,
      );
      return isHeld;
    };
    test.beforeEach(() => expect.poll(hold, { timeout: TIMEOUT_MS }).toBe(true));
    test.afterEach(async () => {
      if (isHeld) await rmdir(folder());
      isHeld = false;
    });
    defineTests();
  });
