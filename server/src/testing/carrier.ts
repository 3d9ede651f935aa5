import { type Shipment, ShippingError } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';

/** A carrier with the shop's own prices, which can be had away. */
export class TestCarrier {
  readonly #table = new TableShipping(0);
  #away = false;

  rate(shipment: Shipment): ReturnType<TableShipping['rate']> {
    return this.#away ? Promise.reject(new ShippingError('away')) : this.#table.rate(shipment);
  }

  /** What happens while it does not answer. */
  async whileAway<T>(happens: () => Promise<T>): Promise<T> {
    this.#away = true;
    return happens().finally(() => {
      this.#away = false;
    });
  }
}
