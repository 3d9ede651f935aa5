import type { NoRate, Shipment, ShippingRate, ShippingRates } from './shipping.port.ts';
import { chargedGrams, packInBoxes, priceOf, zoneOf } from './shipping.rules.ts';
import table from './table.json' with { type: 'json' };

/** The rates that come with the shop, out of table.json: all parcels of a shipment are charged by their weight together. */
export class TableShipping implements ShippingRates {
  readonly #surcharge: number;

  /** @param surchargePercent whole per cent on top of the table, as carriers in Nigeria add for the currency */
  constructor(surchargePercent: number) {
    this.#surcharge = surchargePercent;
  }

  async rate({ to, grams }: Shipment): Promise<ShippingRate | NoRate> {
    const zone = zoneOf(to.countryCode);
    if (!zone) return 'not_served';
    const parcels = packInBoxes(grams);
    if (!parcels) return 'too_heavy';
    const charged = parcels.reduce((sum, parcel) => sum + chargedGrams(parcel), 0);
    const cents = Math.ceil((priceOf(zone, charged) * (100 + this.#surcharge)) / 100);
    const [minDays = 1, maxDays = minDays] = zone.days;
    return { amount: (cents / 100).toFixed(2), currency: table.currency, minDays, maxDays };
  }
}
