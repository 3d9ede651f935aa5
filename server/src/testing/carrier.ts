import { type Shipment, ShippingError } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';

/** A carrier with the prices of the shop's table. Its requests can be made to fail. */
export class TestCarrier {
  readonly #table = new TableShipping(0);
  #isUnavailable = false;

  rate(shipment: Shipment): ReturnType<TableShipping['rate']> {
    return this.#isUnavailable ? Promise.reject(new ShippingError('unavailable')) : this.#table.rate(shipment);
  }

  /** Runs the callback while all requests to the carrier fail. */
  async whileUnavailable<T>(run: () => Promise<T>): Promise<T> {
    this.#isUnavailable = true;
    return run().finally(() => {
      this.#isUnavailable = false;
    });
  }
}
