import { type Shipment, ShippingError } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';

/** A carrier with the prices of the shop's table. Its requests can be made to fail. */
export class TestCarrier {
  readonly #table = new TableShipping(0);
  #isUnavailable = false;
  #isCheap = false;

  async rate(shipment: Shipment): ReturnType<TableShipping['rate']> {
    if (this.#isUnavailable) throw new ShippingError('unavailable');
    const rate = await this.#table.rate(shipment);
    return this.#isCheap && typeof rate === 'object' ? { ...rate, amount: '0.01' } : rate;
  }

  /** Runs the callback while the carrier charges a very low rate. */
  async whileCheap<T>(run: () => Promise<T>): Promise<T> {
    this.#isCheap = true;
    return run().finally(() => {
      this.#isCheap = false;
    });
  }

  /** Runs the callback while all requests to the carrier fail. */
  async whileUnavailable<T>(run: () => Promise<T>): Promise<T> {
    this.#isUnavailable = true;
    return run().finally(() => {
      this.#isUnavailable = false;
    });
  }
}
