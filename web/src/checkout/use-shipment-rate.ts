import { calculateShipmentRate } from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CartItems } from '../cart/index.ts';
import { useCountry } from '../geo/index.ts';
import { ApiError } from '../lib/api.ts';
import { useApi } from '../lib/app-context.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { cartItemsOf } from './cart-items.ts';

export type Rate = ShipmentRate['data'];

/** Key prefix of all rate queries. */
export const RATE_KEY = 'shipment-rate';
/** Milliseconds after cart and default address are both there (CHECKOUT-19). */
const RATE_DELAY = 2000;
const RATE_FAILED = 'Failed to retrieve shipping rate';

/** The error text: the response's message, otherwise that of docs/spec. */
const rateFailure = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || RATE_FAILED;

export type RateView = {
  rate: Rate | undefined;
  /** The error message. */
  failure: string | undefined;
  /** A request is in progress. */
  asking: boolean;
  retry: () => void;
};

/**
 * The totals of the cart for an address, requested again after a delay when cart, address or country change.
 * @param items undefined until loaded
 */
export const useShipmentRate = (items: CartItems | undefined, addressId: string | undefined): RateView => {
  const api = useApi();
  const holder = useSessionToken();
  const country = useCountry();
  const body =
    items && items.length > 0 && addressId !== undefined
      ? { cart_items: cartItemsOf(items), shipping_address_id: addressId }
      : undefined;
  const wanted = body && JSON.stringify(body);
  const [due, setDue] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(() => setDue(wanted), RATE_DELAY);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [RATE_KEY, holder, country, wanted],
    queryFn: async ({ signal }): Promise<Rate> => {
      assertStoredToken(holder);
      if (!body) throw new Error(RATE_FAILED);
      const answer = await api.call(calculateShipmentRate, { query: { country_code: country }, body, signal });
      if (!answer?.data) throw new Error(RATE_FAILED);
      return answer.data;
    },
    enabled: wanted !== undefined && due === wanted,
    // Refetched when mounted; otherwise changes invalidate it explicitly.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // No retry: the page has a retry button.
    retry: false,
    networkMode: 'always',
  });
  return {
    rate: data,
    failure: error && !isFetching ? rateFailure(error) : undefined,
    asking: isFetching,
    retry: () => void refetch(),
  };
};
