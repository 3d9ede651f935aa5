import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import type { CheckoutQuote } from './quote.ts';

/** The response to a shipment rate request (CHECKOUT-22). @param changes differences from the client's cart */
export const presentRate = (quote: CheckoutQuote, changes: string[]): ShipmentRate => ({
  data: {
    sub_total: quote.subTotal / 100,
    discount: quote.discount / 100,
    formatted_discount: formatNaira(quote.discount),
    total_shipment_rate: quote.shipmentFee / 100,
    formatted_total_shipment_rate: formatNaira(quote.shipmentFee),
    total: quote.total / 100,
    formatted_total: formatNaira(quote.total),
    wallet_credit: quote.credit / 100,
    formatted_wallet_credit: formatNaira(quote.credit),
    formatted_total_after_credit: formatNaira(kobo(quote.total - quote.credit)),
    converted_total: quote.converted,
    exchange_rate: quote.exchangeRate,
    exchange_rate_date: quote.exchangeRateDate.toISOString().slice(0, 10),
    estimated_delivery_duration: quote.duration,
    coupon_code: quote.coupon?.code ?? quote.invalidCoupon?.code ?? null,
    coupon_message: quote.invalidCoupon?.reason ?? '',
    changes,
  },
});
