import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Response } from 'playwright';
import { createTemporaryFolder, startShop } from '../processes.ts';
import type { FloorServer } from './floor.ts';
import { openContext } from './phone.ts';

/** Maximum time for the server to generate the best format of a picture, while it sends another. */
const PICTURE_TIMEOUT_MS = 60_000;

type Place = { origin: string; stop(): Promise<void> };

/** @param place an origin, the folder of a checkout, or undefined for this checkout */
export const openShop = async (place?: string): Promise<Place> => {
  if (place?.startsWith('http')) return { origin: place, stop: async () => undefined };
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path }, place);
  return {
    origin: shop.origin,
    stop: async () => {
      await shop.stop();
      await folder.remove();
    },
  };
};

/** Waits until the server sends its best format of these pictures. Before that, a copy may be cached for a minute only. */
const waitForPictures = async (pictures: readonly Response[]): Promise<void> => {
  for (const picture of pictures) {
    const headers = { accept: picture.request().headers().accept ?? '*/*' };
    for (const end = performance.now() + PICTURE_TIMEOUT_MS; performance.now() < end; await wait(100)) {
      const { headers: received } = await fetch(picture.url(), { headers });
      if (received.get('cache-control')?.includes('immutable')) break;
    }
  }
};

/** Loads a page over a fast line, so that its response is cached and its pictures are generated. */
export const warmUp = async (browser: Browser, address: string, floor?: FloorServer): Promise<void> => {
  const context = await openContext(browser);
  const page = await context.newPage();
  const pictures: Response[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/media/')) pictures.push(response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await waitForPictures(pictures);
  await page.reload({ waitUntil: 'networkidle' });
  await floor?.add(page);
  await context.close();
};
