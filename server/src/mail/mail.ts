import type { Kobo } from '@sokuwa/contract/money.ts';
import type { PaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';

type PostalAddress = {
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

type ReturnStep = {
  order_id: string;
  return_id: string;
  pieces: { title: string; quantity: number }[];
  happened: string;
  next: string;
  note: string;
};

/** What one merchant ships of an order. `position` is the number of the line in the order. */
type Sale = {
  store_name: string;
  order_id: string;
  fulfilment_id: string;
  lines: { position: number; title: string; quantity: number }[];
};
type BankAccountChange = { store_name: string; old_digits: string | null; new_digits: string; effective_at: string };

/** Every kind of mail with its data. A new kind needs an entry here and a template. */
export type Mails = {
  verify_email: { first_name: string; link: string };
  reset_password: { first_name: string; link: string };
  welcome: { first_name: string };
  /** After a password reset. `link` requests another one. Second factors stay; mails of an earlier release do not say whether there is one. */
  password_changed: { first_name: string; link: string; has_second_factor?: boolean };
  /** A provider such as Google can now be used to sign in to an account that existed before. */
  sign_in_added: { first_name: string; provider: string; link: string };
  /** What opens the desk was changed, a recovery code was used, or too many codes were wrong. `codes_left` are recovery codes. */
  desk_security: {
    first_name: string;
    change:
      | 'passkey_added'
      | 'passkey_removed'
      | 'totp_added'
      | 'totp_removed'
      | 'recovery_codes_created'
      | 'recovery_code_used'
      | 'codes_limited';
    codes_left: number;
    link: string;
  };
  /** Somebody is asked to work for a store, or as an operator. `inviter` is a name. */
  staff_invited: { store_name: string | null; role: string; inviter: string; link: string };
  /** A store that somebody has applied for is open. `link` opens the first steps in the desk. */
  application_approved: { first_name: string; store_name: string; link: string };
  /** A store that somebody has applied for was not approved. `link` opens the application. */
  application_declined: { first_name: string; store_name: string; reason: string; link: string };
  /** What an operator has decided about a product of the store. `link` opens it in the desk; `reason` is empty when it is put back; of a merge it is the title of the other product. */
  product_moderated: {
    store_name: string;
    title: string;
    decision: 'taken_down' | 'kept_down' | 'put_back' | 'merged';
    reason: string;
    /** Whether shoppers see it now. */
    is_live: boolean;
    link: string;
  };
  /** `undelivered_orders` are ids of orders that are paid and not delivered. */
  account_deleted: { first_name: string; undelivered_orders: string[] };
  order_confirmed: {
    first_name: string;
    order_id: string;
    lines: { title: string; quantity: number; unit_kobo: Kobo }[];
    subtotal_kobo: Kobo;
    shipment_kobo: Kobo;
    discount_kobo: Kobo;
    /** Part of the total paid from the wallet. */
    credit_kobo: Kobo;
    total_kobo: Kobo;
    /** The total in the buyer's currency; empty without an exchange rate. */
    converted_total: string;
    /** '3 to 5 working days'; empty for older orders, which have no stored estimate. */
    estimated_delivery: string;
    /** The working days on which everything should have arrived, YYYY-MM-DD; missing for orders of release 1.0. */
    expected_delivery?: { from: string; to: string } | null;
    ship_to: PostalAddress;
  };
  order_shipped: {
    first_name: string;
    order_id: string;
    tracking_number: string;
    estimated_delivery: string;
    expected_delivery?: { from: string; to: string } | null;
    /** Name of the carrier; null if it is not known. */
    carrier?: string | null;
    /** The carrier's page that shows where the parcel is. */
    tracking_url?: string | null;
    /** What is in the parcel; everything if it is missing. */
    pieces?: { title: string; quantity: number }[];
  };
  /** The delivery address was changed, by the buyer unless `by` says otherwise. */
  order_address_changed: {
    by?: 'buyer' | 'shop';
    first_name: string;
    order_id: string;
    ship_to: PostalAddress;
    expected_delivery: { from: string; to: string } | null;
  };
  order_delivered: { first_name: string; order_id: string };
  /** `paid`: a refund follows, with a separate mail. */
  order_cancelled: { first_name: string; order_id: string; paid: boolean };
  order_refunded: {
    first_name: string;
    order_id: string;
    amount_kobo: Kobo;
    reason: 'cancelled' | 'too late' | 'paid twice' | 'not as asked';
    /** To the original method, or to the wallet. */
    how: 'provider' | 'wallet';
    /** To the wallet because the provider could not make the refund. Missing in mails of release 1.0. */
    instead?: boolean;
  };
  /** A refund of a part of what was paid. A kind of its own, because workers of release 1.0 do not know these reasons. */
  order_part_refunded: {
    first_name: string;
    order_id: string;
    amount_kobo: Kobo;
    reason: 'pieces cancelled' | 'returned' | 'goodwill';
    how: 'provider' | 'wallet';
    instead: boolean;
  };
  /** Pieces of a paid order are cancelled, and what was paid for them is refunded. */
  order_pieces_cancelled: {
    first_name: string;
    order_id: string;
    pieces: { title: string; quantity: number }[];
    to_payment_kobo: Kobo;
    to_wallet_kobo: Kobo;
    /** The order's status after the cancellation: how far the rest of it is. */
    status: PaidStatus;
  };
  /** A step of a return, in sentences for the buyer. `next` and `note`, the sentence of whoever took the step, may be empty. */
  return_to_buyer: { first_name: string } & ReturnStep;
  /** The same for the merchant. */
  return_to_merchant: { store_name: string } & ReturnStep;
  /** A merchant's message that was not read for some time. `product` is the thread's subject. */
  message_to_buyer: {
    first_name: string;
    store_name: string;
    subject: string;
    product: string | null;
    content: string;
    link: string;
  };
  /** A shopper's message that was not read for some time. */
  message_to_merchant: {
    store_name: string;
    buyer_name: string;
    subject: string;
    product: string | null;
    content: string;
    /** Where the merchant replies. */
    link: string;
  };
  /** A merchant has something to ship. `ship_by` and other times are ISO 8601, UTC. */
  sale_to_ship: Sale & {
    ship_by: string;
    /** Null if the buyer has deleted the account and the order keeps no address. */
    ship_to: PostalAddress | null;
  };
  /** Pieces that a merchant was to ship are cancelled. */
  sale_cancelled: Sale & {
    by: 'buyer' | 'shop';
    /** Whether nothing else is left to ship. */
    is_complete: boolean;
  };
  /** The buyer has changed where a sale is sent. */
  sale_address_changed: Sale & { ship_to: PostalAddress };
  /** A merchant has not shipped in time. `lines` are what is left. */
  sale_overdue: Sale & { ship_by: string };
  /** A webhook of a merchant is given up after its last attempt. */
  webhook_failed: { store_name: string; url: string; event_type: string };
  /** An endpoint responded with 410 Gone, or all attempts have failed for days. */
  webhook_disabled: { store_name: string; url: string; reason: 'gone' | 'failing' };
  /**
   * The bank account of a merchant's payouts changes, so that a change that somebody else made is noticed. Digits are the last ones of the
   * account numbers; `old_digits` is null for the first account. Times are ISO 8601, UTC.
   */
  bank_account_changed: BankAccountChange;
  /** A change that had not taken effect was revoked. */
  bank_account_revoked: BankAccountChange;
  /** A merchant's email address was entered (`old_email` is null), changed, or removed (`new_email` is null). Goes to both. */
  merchant_email_changed: { store_name: string; old_email: string | null; new_email: string | null };
  /** From the contact form; a reply goes to the sender. `written_at` is ISO 8601, UTC. */
  support_message: { full_name: string; email: string; subject: string; content: string; written_at: string };
  /** Saved products that are back in stock or cheaper. */
  saved_news: {
    first_name: string;
    items: { title: string; link: string; price_kobo: Kobo; was_kobo: Kobo | null; is_back: boolean }[];
    /** Number of further items. */
    more: number;
    /** Unsubscribe page, and one-click unsubscribe call (RFC 8058). */
    stop_page: string;
    stop_call: string;
  };
};
export type MailKind = keyof Mails;

/** One mail to one address. */
export type Mail = {
  [K in MailKind]: {
    kind: K;
    to: string;
    /** Identifies an event that may be reported twice: only one mail of a kind is sent per key. */
    key?: string;
  } & Mails[K];
}[MailKind];
