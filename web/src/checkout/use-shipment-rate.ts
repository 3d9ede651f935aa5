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

/** All rates' queries begin with it. */
export const RATE_KEY = 'shipment-rate';
/** Milliseconds after cart and default address are both there (CHECKOUT-19). */
const RATE_DELAY = 2000;
const RATE_FAILED = 'Failed to retrieve shipping rate';

/** The error text of the call: the server's own words, else the specification's. */
const rateFailure = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || RATE_FAILED;

export type RateView = {
  rate: Rate | undefined;
  /** Why there is none. */
  failure: string | undefined;
  /** It is asked for at this moment. */
  asking: boolean;
  retry: () => void;
};

/**
 * What the cart costs, shipped to the address. Another cart, address or country is waited for and asked about anew.
 * @param items undefined until they are known
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
    // What it costs is asked about whenever it is shown anew; between, whoever changes something says so.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The page offers to try again.
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
