import type { NoRate, Shipment, ShippingRate, ShippingRates } from './shipping.port.ts';
import { chargedGrams, packInBoxes, priceOf, zoneOf } from './shipping.rules.ts';
import table from './table.json' with { type: 'json' };

/** Rates of the price table (table.json), for the total charged weight of a shipment. */
export class TableShipping implements ShippingRates {
  readonly #surchargePercent: number;

  /** @param surchargePercent integer surcharge on the table's prices, as Nigerian carriers add for currency risk */
  constructor(surchargePercent: number) {
    this.#surchargePercent = surchargePercent;
  }

  async rate({ to, grams }: Shipment): Promise<ShippingRate | NoRate> {
    const zone = zoneOf(to.countryCode);
    if (!zone) return 'not_served';
    const parcels = packInBoxes(grams);
    if (!parcels) return 'too_heavy';
    const charged = parcels.reduce((sum, parcel) => sum + chargedGrams(parcel), 0);
    const cents = Math.ceil((priceOf(zone, charged) * (100 + this.#surchargePercent)) / 100);
    const [minDays = 1, maxDays = minDays] = zone.days;
    return { amount: (cents / 100).toFixed(2), currency: table.currency, minDays, maxDays };
  }
}
