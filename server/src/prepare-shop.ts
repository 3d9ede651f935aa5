import { setTimeout as wait } from 'node:timers/promises';
import { storeShopPictures } from './catalog/index.ts';
import countries from './geo/countries.json' with { type: 'json' };
import { insertCountries, upsertRates } from './geo/index.ts';
import { BUILT_IN_PICTURES } from './home/index.ts';
import type { Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import { type MediaStore, MediaUnavailable } from './ports/media/media.port.ts';
import { SnapshotRates } from './ports/rates/snapshot.rates.ts';

type Parts = { db: Database; media: MediaStore };

/** Stores what every shop needs before it starts: countries, exchange rates and the pictures of the home page. Idempotent. */
export const prepareShop = async ({ db, media }: Parts): Promise<void> => {
  await insertCountries(db, countries);
  const { rates, asOf, source: name } = await new SnapshotRates().latest();
  await upsertRates(db, rates, asOf, name);
  await storeShopPictures(
    media,
    BUILT_IN_PICTURES.map((path) => {
      const [folder = '', name = ''] = path.split('/');
      return { folder, name };
    }),
  );
};

/** Time between two attempts to store the pictures of the home page. */
const RETRY_MS = 30_000;

/**
 * Prepares the shop. While the store of pictures is unavailable, the shop starts, and is prepared completely later: a restart must not end
 * a shop that only lacks pictures.
 * @param signal ends further attempts
 */
export const prepareNowOrLater = async (
  { log, ...parts }: Parts & { log: Log },
  signal: AbortSignal,
  retryMs = RETRY_MS,
): Promise<void> => {
  const warn = (err: unknown) => log.warn({ err }, 'the pictures of the home page are stored later');
  const prepareLater = async () => {
    for (;;) {
      await wait(retryMs, undefined, { signal, ref: false });
      try {
        return await prepareShop(parts);
      } catch (error) {
        if (!signal.aborted) warn(error);
      }
    }
  };
  try {
    await prepareShop(parts);
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    warn(error);
    // It rejects only when the signal aborts it.
    prepareLater().catch(() => undefined);
  }
};
