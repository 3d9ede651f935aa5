import { ApiError } from '@sokuwa/contract/api-client.ts';
import { calculateShipmentRate } from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CartItems } from '../cart/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { toRequestItems } from './cart-items.ts';

export type Rate = ShipmentRate['data'];

/** Key prefix of all rate queries. */
export const RATE_KEY = 'shipment-rate';
/** Delay after cart and default address have both loaded (CHECKOUT-19). */
const RATE_DELAY_MS = 2000;
const RATE_FAILED = 'Failed to retrieve shipping rate';

/** The error text: the response's message, else the specified one. */
const describeRateFailure = (error: unknown): string =>
  (error instanceof ApiError && error.serverMessage) || RATE_FAILED;

export type RateView = {
  rate: Rate | undefined;
  /** The error message. */
  failure: string | undefined;
  isFetching: boolean;
  /** Whether the totals are about to be fetched, or being fetched. */
  isCalculating: boolean;
  refetch: () => void;
};

/**
 * The totals of the cart for an address, requested again after a delay when cart, address or country change.
 * @param items undefined until loaded
 */
export const useShipmentRate = (items: CartItems | undefined, addressId: string | undefined): RateView => {
  const api = useApi();
  const token = useSessionToken();
  const country = useCountry();
  const body =
    items && items.length > 0 && addressId !== undefined
      ? { cart_items: toRequestItems(items), shipping_address_id: addressId }
      : undefined;
  const requestText = body && JSON.stringify(body);
  const [dueRequest, setDueRequest] = useState<string>();
  useEffect(() => {
    if (requestText === undefined) return;
    const timer = setTimeout(() => setDueRequest(requestText), RATE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [requestText]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [RATE_KEY, token, country, requestText],
    queryFn: async ({ signal }): Promise<Rate> => {
      assertStoredToken(token);
      if (!body) throw new Error(RATE_FAILED);
      const response = await api.call(calculateShipmentRate, { query: { country_code: country }, body, signal });
      if (!response?.data) throw new Error(RATE_FAILED);
      return response.data;
    },
    enabled: requestText !== undefined && dueRequest === requestText,
    // Refetched when mounted; otherwise changes invalidate it explicitly.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // No automatic retry: the page requests the totals again after every change, and offers a retry button.
    retry: false,
    networkMode: 'always',
  });
  const failure = error && !isFetching ? describeRateFailure(error) : undefined;
  return {
    rate: data,
    failure,
    isFetching,
    isCalculating: requestText !== undefined && (isFetching || (!data && failure === undefined)),
    refetch: () => void refetch(),
  };
};
