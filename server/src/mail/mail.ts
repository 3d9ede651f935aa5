import type { Kobo } from '@sokuwa/contract/money.ts';

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

/** Every mail that the shop sends, with what it is about. A new kind is a line here and a template beside the others. */
export type Mails = {
  verify_email: { first_name: string; link: string };
  reset_password: { first_name: string; link: string };
  welcome: { first_name: string };
  order_confirmed: {
    first_name: string;
    order_id: string;
    lines: { title: string; quantity: number; unit_kobo: Kobo }[];
    subtotal_kobo: Kobo;
    shipment_kobo: Kobo;
    discount_kobo: Kobo;
    /** What of the total came out of the wallet. */
    credit_kobo: Kobo;
    total_kobo: Kobo;
    ship_to: PostalAddress;
  };
  order_shipped: { first_name: string; order_id: string; tracking_number: string };
  order_delivered: { first_name: string; order_id: string };
  /** `paid`: money goes back, which another mail tells about. */
  order_cancelled: { first_name: string; order_id: string; paid: boolean };
  order_refunded: {
    first_name: string;
    order_id: string;
    amount_kobo: Kobo;
    reason: 'cancelled' | 'too late' | 'paid twice' | 'not as asked';
    /** Back the way it came, or into the wallet. */
    how: 'provider' | 'wallet';
  };
  /** From a merchant, unread for a while. `product` is what it is about, as the thread has it. */
  message_to_buyer: {
    first_name: string;
    store_name: string;
    subject: string;
    product: string | null;
    content: string;
    link: string;
  };
  /** From a shopper, unread for a while. */
  message_to_merchant: {
    store_name: string;
    buyer_name: string;
    subject: string;
    product: string | null;
    content: string;
  };
  /** By the contact form; whoever answers it writes to the sender. `written_at` is ISO 8601, UTC. */
  support_message: { full_name: string; email: string; subject: string; content: string; written_at: string };
  /** Saved products that are back in stock or cheaper. */
  saved_news: {
    first_name: string;
    items: { title: string; link: string; price_kobo: Kobo; was_kobo: Kobo | null; is_back: boolean }[];
    /** How many there are beside these. */
    more: number;
    /** Where people, and where mail programs end these mails. */
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
    /** Names the event, where it may be told twice: of mails of a kind with the same key, one is sent. */
    key?: string;
  } & Mails[K];
}[MailKind];
