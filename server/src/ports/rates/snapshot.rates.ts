import type { LatestRates, RatesSource } from './rates.port.ts';
import { divideDecimals } from './rates.rules.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/** The bundled rates of one day. Good enough for information, since prices are charged in naira. */
export class SnapshotRates implements RatesSource {
  async latest(): Promise<LatestRates> {
    const naira = snapshot.rates.find(({ currency }) => currency === 'NGN');
    if (!naira) throw new Error('snapshot.json has no rate of the naira');
    return {
      asOf: new Date(`${snapshot.date}T00:00:00Z`),
      source: `snapshot of ${snapshot.date}`,
      rates: snapshot.rates.map(({ currency, decimals, perDollar }) => ({
        currency,
        decimals,
        nairaPerUnit: divideDecimals(naira.perDollar, perDollar),
      })),
    };
  }
}
