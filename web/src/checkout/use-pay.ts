import { ApiError } from '@sokuwa/contract/api-client.ts';
import { initializePayment } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { InitializedPayment, InitializePayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CartItems, cartKey } from '../cart/index.ts';
import { useCountry } from '../geo/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { toRequestItems } from './cart-items.ts';
import { RATE_KEY, type Rate } from './use-shipment-rate.ts';

/** Time between the success and the redirect to the provider (PAYMENT-8). */
const REDIRECT_DELAY_MS = 2000;
/** Shown when the response has no status of an initialized payment (PAYMENT-10). */
const NOT_INITIALIZED = 'Failed to initialize payment. Please try again.';

type Phase =
  | { name: 'idle'; failure?: string }
  | { name: 'incomplete' }
  | { name: 'creating' }
  | { name: 'redirecting'; url: string };
/** `credit` is the part of the total that the wallet pays, in naira. */
type PaymentInput = { items: CartItems; addressId: string | undefined; rate: Rate | undefined; credit: number };

/** 128 random bits. `crypto.randomUUID` exists only over HTTPS. */
const makeIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The authorization URL; undefined when the response has no payment status. */
const getPaymentUrl = (response: Partial<InitializedPayment> | undefined): string | undefined =>
  response?.payment?.status ? response.payment.data?.authorization_url : undefined;

/**
 * Places the order, once for repeated clicks, then redirects to the provider.
 * @returns the error and the pending state
 */
export const usePay = ({ items, addressId, rate, credit }: PaymentInput) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const country = useCountry();
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  /** Blocks a second click before the button is disabled. */
  const isRunning = useRef(false);
  /** Idempotency key of the last request without a response: its retry must send the same key. */
  const pendingRequest = useRef<{ body: string; key: string }>(undefined);

  /** Refetches cart and totals after they have changed. */
  const refresh = useCallback(async () => {
    await queryClient.invalidateQueries({ queryKey: cartKey(token) });
    await queryClient.invalidateQueries({ queryKey: [RATE_KEY] });
  }, [queryClient, token]);

  useEffect(() => {
    if (phase.name !== 'redirecting') return;
    const timer = setTimeout(() => location.assign(phase.url), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  useEffect(() => {
    // The back/forward cache may restore this page after the provider's.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isRunning.current = false;
      setPhase({ name: 'idle' });
      void refresh();
    };
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, [refresh]);

  const initialize = async (body: InitializePayment) => {
    const bodyText = JSON.stringify(body);
    const key = pendingRequest.current?.body === bodyText ? pendingRequest.current.key : makeIdempotencyKey();
    pendingRequest.current = { body: bodyText, key };
    try {
      const response = await api.call(initializePayment, {
        headers: { 'idempotency-key': key },
        query: { country_code: country },
        body,
      });
      pendingRequest.current = undefined;
      return response;
    } catch (error) {
      // The server refused the order. After any other failure the order may exist, so the key stays.
      if (error instanceof ApiError && error.status !== undefined && error.status < 500)
        pendingRequest.current = undefined;
      throw error;
    }
  };

  const createOrder = async (body: InitializePayment): Promise<Phase> => {
    try {
      const url = getPaymentUrl(await initialize(body));
      if (url === undefined) return { name: 'idle', failure: NOT_INITIALIZED };
      toast.success('Order created successfully!');
      return { name: 'redirecting', url };
    } catch (error) {
      const { status, serverMessage } = error instanceof ApiError ? error : new ApiError('');
      if (status === 409) void refresh();
      return { name: 'idle', failure: serverMessage ?? 'Failed to create order.' };
    }
  };
  const pay = async () => {
    if (isRunning.current) return;
    if (addressId === undefined || !rate) {
      setPhase({ name: 'incomplete' });
      return;
    }
    isRunning.current = true;
    setPhase({ name: 'creating' });
    const { sub_total, total_shipment_rate, total } = rate;
    const cart_items = toRequestItems(items);
    const next = await createOrder({
      cart_items,
      sub_total,
      total_shipment_rate,
      total,
      ...(credit > 0 && { wallet_credit: credit }),
      shipping_address_id: addressId,
    });
    isRunning.current = next.name === 'redirecting';
    setPhase(next);
  };
  /** Why the order is incomplete; undefined when nothing is missing. */
  const missingText = (): string | undefined => {
    if (addressId === undefined) return 'Please select/provide a shipping address';
    return rate ? undefined : 'Total not available.';
  };
  return {
    pay: () => void pay(),
    busy: phase.name === 'creating' || phase.name === 'redirecting',
    failure: phase.name === 'incomplete' ? missingText() : phase.name === 'idle' ? phase.failure : undefined,
    refresh,
  };
};
