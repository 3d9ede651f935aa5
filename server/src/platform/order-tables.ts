import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Generated, JSONColumnType } from 'kysely';
import type { AccountId } from './tables.ts';

/** An order's id: twelve letters and digits, drawn at random. */
export type OrderId = string & { readonly of: 'order' };

/** Who ordered, as they were then. */
export type OrderCustomer = { first_name: string; last_name: string; email: string };
/** Where an order goes, as the address was then. */
export type OrderAddress = {
  first_name: string;
  last_name: string;
  phone_number: string;
  address_line1: string;
  address_line2: string;
  address_line3: string;
  country: string;
  region: string;
  city: string;
  postal_code: string;
};

/** The tables of orders, their payments, and wallets (server/migrations/0009 to 0011). */
export type OrderTables = {
  shop_order: {
    id: OrderId;
    account_id: AccountId | null;
    status: Generated<OrderStatus>;
    cancelled_for: 'buyer' | 'shop' | 'replaced' | 'declined' | 'expired' | null;
    currency: Generated<string>;
    subtotal_kobo: Kobo;
    shipment_kobo: Kobo;
    discount_kobo: Kobo;
    total_kobo: Kobo;
    /** What of the total comes out of the buyer's wallet. */
    credit_kobo: Generated<Kobo>;
    coupon_id: number | null;
    coupon_code: string | null;
    fingerprint: Buffer;
    customer: JSONColumnType<OrderCustomer> | null;
    ship_to: JSONColumnType<OrderAddress> | null;
    tracking_number: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    expires_at: Date;
  };
  order_line: {
    order_id: OrderId;
    position: number;
    product_id: number;
    title: string;
    picture_key: string | null;
    unit_kobo: Kobo;
    quantity: number;
  };
  idempotency_key: {
    account_id: AccountId;
    key: string;
    fingerprint: Buffer;
    order_id: OrderId;
    created_at: Generated<Date>;
  };
  wallet_entry: {
    account_id: AccountId;
    n: number;
    amount_kobo: Kobo;
    balance_kobo: Kobo;
    kind: 'refund' | 'credit' | 'use';
    order_id: OrderId | null;
    cause: string;
    created_at: Generated<Date>;
  };
  payment: {
    reference: string;
    order_id: OrderId;
    provider: string;
    status: Generated<'open' | 'success' | 'failed' | 'held'>;
    amount_kobo: Kobo;
    currency: string;
    authorization_url: string | null;
    access_code: string | null;
    paid_amount: number | null;
    paid_currency: string | null;
    held_for: string | null;
    created_at: Generated<Date>;
    ask_at: Date | null;
  };
  refund: {
    reference: string;
    amount_kobo: Kobo;
    status: Generated<'requested' | 'accepted' | 'done' | 'wallet' | 'stuck' | 'by hand'>;
    refused_for: string | null;
    reason: 'cancelled' | 'too late' | 'paid twice' | 'not as asked';
    created_at: Generated<Date>;
    ask_at: Generated<Date | null>;
  };
  sandbox_provider: { only_one: Generated<boolean>; secret: string };
  sandbox_payment: {
    reference: string;
    access_code: string;
    email: string;
    amount: Kobo;
    currency: string;
    return_url: string;
    status: Generated<'pending' | 'success' | 'failed' | 'abandoned' | 'reversed'>;
    created_at: Generated<Date>;
  };
};
