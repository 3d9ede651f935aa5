import { BANNERS, CATEGORY_TILES } from '@sokuwa/contract/catalog/home.content.ts';
import { storeShopPictures } from './catalog/index.ts';
import countries from './geo/countries.json' with { type: 'json' };
import { insertCountries, upsertRates } from './geo/index.ts';
import type { Database } from './platform/database.ts';
import type { MediaStore } from './ports/media/media.port.ts';
import { SnapshotRates } from './ports/rates/snapshot.rates.ts';

/** Stores what every shop needs before it starts: countries, exchange rates and the pictures of the home page. Idempotent. */
export const prepareShop = async ({ db, media }: { db: Database; media: MediaStore }): Promise<void> => {
  await insertCountries(db, countries);
  const { rates, asOf, source: name } = await new SnapshotRates().latest();
  await upsertRates(db, rates, asOf, name);
  const banners = BANNERS.flatMap(({ img }) => [`${img}-wide`, `${img}-tall`]);
  const names = [...banners, ...CATEGORY_TILES.map(({ img }) => img)];
  await storeShopPictures(
    media,
    names.map((path) => {
      const [folder = '', name = ''] = path.split('/');
      return { folder, name };
    }),
  );
};
