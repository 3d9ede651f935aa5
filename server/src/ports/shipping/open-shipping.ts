import type { Config } from '../../config.ts';
import { DhlShipping } from './dhl.shipping.ts';
import type { ShippingRates } from './shipping.port.ts';
import { TableShipping } from './table.shipping.ts';

/** Opens DHL Express when configured, otherwise the price table. */
export const openShipping = ({
  dhl,
  shippingSurchargePercent,
}: Pick<Config, 'dhl' | 'shippingSurchargePercent'>): ShippingRates =>
  dhl ? new DhlShipping(dhl) : new TableShipping(shippingSurchargePercent);
