import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUILT_IN_PICTURES } from './home/index.ts';
import { openLog } from './platform/log.ts';
import { type MediaStore, MediaUnavailable } from './ports/media/media.port.ts';
import { prepareNowOrLater } from './prepare-shop.ts';
import { openTestShop, type TestShop } from './testing/shop.ts';
import { waitFor } from './testing/wait-for.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

it('pictures of the home page are stored later, also after errors of another kind', {
  tags: ['@SETTING-21'],
}, async () => {
  const errors: Error[] = [new MediaUnavailable(), new Error('the database is down'), new MediaUnavailable()];
  const stored = new Set<string>();
  const put: MediaStore['put'] = async (key) => {
    const error = errors.shift();
    if (error) throw error;
    stored.add(key);
  };
  const media: MediaStore = Object.create(shop.media, { put: { value: put } });
  const warnings: string[] = [];
  const log = openLog('warn', { write: (line) => void warnings.push(JSON.parse(line).msg) });
  const stopping = new AbortController();
  await prepareNowOrLater({ db: shop.db, media, log }, stopping.signal, 1);
  await waitFor(() => expect(stored).toContain(BUILT_IN_PICTURES[0]));
  stopping.abort();
  expect(warnings).toEqual(Array(3).fill('the pictures of the home page are stored later'));
});
