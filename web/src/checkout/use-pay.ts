import { initializePayment } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { InitializedPayment, InitializePayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CartItems, cartKey } from '../cart/index.ts';
import { ApiError } from '../lib/api.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { cartItemsOf } from './cart-items.ts';
import { RATE_KEY, type Rate } from './use-shipment-rate.ts';

/** Milliseconds between the success and the redirect to the provider (PAYMENT-8). */
const LEAVE_DELAY = 2000;
/** Shown when the response has no status of an initialized payment (PAYMENT-10). */
const NOT_INITIALIZED = 'Failed to initialize payment. Please try again.';

type Phase =
  | { name: 'idle'; failure?: string }
  | { name: 'incomplete' }
  | { name: 'creating' }
  | { name: 'leaving'; url: string };
/** `credit` is the part of the total that the wallet pays, in naira. */
type Ready = { items: CartItems; addressId: string | undefined; rate: Rate | undefined; credit: number };

/** 128 random bits. `crypto.randomUUID` exists only over HTTPS. */
const drawKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The authorization URL; undefined when the response has no payment status. */
const payingPage = (answer: Partial<InitializedPayment> | undefined): string | undefined =>
  answer?.payment?.status ? answer.payment.data?.authorization_url : undefined;

/**
 * Places the order, once for repeated clicks, then redirects to the provider.
 * @returns the error and the pending state
 */
export const usePay = ({ items, addressId, rate, credit }: Ready) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const holder = useSessionToken();
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  /** Blocks a second click before the button is disabled. */
  const running = useRef(false);
  /** Idempotency key of a request without a response: the retry must use the same. */
  const unanswered = useRef<{ body: string; key: string }>(undefined);

  /** Refetches cart and totals after they have changed. */
  const refresh = useCallback(async () => {
    await queryClient.invalidateQueries({ queryKey: cartKey(holder) });
    await queryClient.invalidateQueries({ queryKey: [RATE_KEY] });
  }, [queryClient, holder]);

  useEffect(() => {
    if (phase.name !== 'leaving') return;
    const timer = setTimeout(() => location.assign(phase.url), LEAVE_DELAY);
    return () => clearTimeout(timer);
  }, [phase]);
  useEffect(() => {
    // The back/forward cache may restore this page after the provider's.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setPhase({ name: 'idle' });
      void refresh();
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [refresh]);

  const initialize = async (body: InitializePayment) => {
    const text = JSON.stringify(body);
    const key = unanswered.current?.body === text ? unanswered.current.key : drawKey();
    unanswered.current = { body: text, key };
    try {
      const answer = await api.call(initializePayment, { headers: { 'idempotency-key': key }, body });
      unanswered.current = undefined;
      return answer;
    } catch (error) {
      // The server has decided. After any other failure the order may exist, so keep the key.
      if (error instanceof ApiError && error.status !== undefined && error.status < 500) unanswered.current = undefined;
      throw error;
    }
  };

  const create = async (body: InitializePayment): Promise<Phase> => {
    try {
      const url = payingPage(await initialize(body));
      if (url === undefined) return { name: 'idle', failure: NOT_INITIALIZED };
      toast.success('Order created successfully!');
      return { name: 'leaving', url };
    } catch (error) {
      const { status, serverMessage: said } = error instanceof ApiError ? error : new ApiError('');
      if (status === 409) void refresh();
      return { name: 'idle', failure: said ?? 'Failed to create order.' };
    }
  };
  const pay = async () => {
    if (running.current) return;
    if (addressId === undefined || !rate) {
      setPhase({ name: 'incomplete' });
      return;
    }
    running.current = true;
    setPhase({ name: 'creating' });
    const { sub_total, total_shipment_rate, total } = rate;
    const cart_items = cartItemsOf(items);
    const next = await create({
      cart_items,
      sub_total,
      total_shipment_rate,
      total,
      ...(credit > 0 && { wallet_credit: credit }),
      shipping_address_id: addressId,
    });
    running.current = next.name === 'leaving';
    setPhase(next);
  };
  /** What is missing is said until it is there. */
  const missing = (): string | undefined => {
    if (addressId === undefined) return 'Please select/provide a shipping address';
    return rate ? undefined : 'Total not available.';
  };
  return {
    pay: () => void pay(),
    busy: phase.name === 'creating' || phase.name === 'leaving',
    failure: phase.name === 'incomplete' ? missing() : phase.name === 'idle' ? phase.failure : undefined,
    refresh,
  };
};
