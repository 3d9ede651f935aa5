import { MAX_ADDRESSES } from './addresses/addresses.rules.ts';
import { MAX_LINES } from './cart/cart.rules.ts';
import { merchantRefusals } from './merchant-refusals.ts';
import { sharedRefusalTexts as shared } from './refusal-texts.ts';
import { MAX_FOLLOWED, MAX_SAVED } from './saved/saved.rules.ts';

/**
 * Every expected failure of the API, with its HTTP status and the text of `detail` and `message`. An endpoint lists its
 * refusals: the server can return no others, and the web needs a message for each. `error: true` also sends the text as
 * `error`, where docs/spec requires that key.
 */
export const refusals = {
  ...merchantRefusals,
  invalid_input: { status: 400, text: 'The request is not valid.' },
  invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, text: 'Send the request body as application/json.' },
  payload_too_large: { status: 413, text: 'The request body is too large.' },
  unknown_country: { status: 400, text: 'The country code is not known.' },
  unknown_region: { status: 400, text: 'The region is not known.' },
  invalid_page: { status: 404, text: 'Invalid page.' },
  not_found: { status: 404, text: 'Not found.' },
  method_not_allowed: { status: 405, text: 'This method is not allowed here.' },
  out_of_stock: { status: 400, text: 'Product out of stock.' },
  not_enough_stock: { status: 400, text: 'There is not enough in stock for this quantity.' },
  not_in_cart: { status: 404, text: shared.not_in_cart },
  cart_full: { status: 409, text: `A cart holds ${MAX_LINES} products at most.` },
  login_failed: { status: 401, text: shared.login_failed },
  email_not_verified: {
    status: 403,
    text: 'Verify your email address first, with the link in the email that we sent you. Then log in.',
  },
  email_exists: { status: 400, text: 'Email already exists.', error: true },
  password_too_short: { status: 400, text: shared.password_too_short, error: true },
  password_too_long: { status: 400, text: shared.password_too_long, error: true },
  password_too_common: { status: 400, text: shared.password_too_common, error: true },
  passwords_differ: { status: 400, text: shared.passwords_differ, error: true },
  email_not_found: { status: 400, text: 'Email not found', error: true },
  not_found_or_active: { status: 400, text: 'User not found or already active.', error: true },
  link_invalid: { status: 400, text: shared.link_invalid },
  link_used: { status: 400, text: shared.link_used },
  link_expired: { status: 400, text: shared.link_expired },
  password_required: { status: 403, text: shared.password_required },
  password_wrong: { status: 400, text: shared.password_wrong },
  too_busy: { status: 503, text: shared.too_busy },
  read_only_field: { status: 400, text: shared.read_only_field },
  unknown_place: { status: 400, text: 'Choose a country, a region and a city that belong together.' },
  phone_invalid: {
    status: 400,
    text: 'Enter a phone number of the chosen country, or start it with + and the calling code.',
  },
  picture_invalid: { status: 400, text: 'Send one picture: a JPEG, PNG, WebP, GIF or AVIF file.' },
  picture_too_large: { status: 413, text: shared.picture_too_large },
  pictures_unavailable: { status: 503, text: shared.pictures_unavailable },
  identity_denied: { status: 400, text: 'Google authentication failed. Please try again, or log in by email.' },
  identity_expired: {
    status: 400,
    text: 'This sign-in took too long, was used already, or was begun in another browser. Please try again.',
  },
  identity_unverified: {
    status: 403,
    text: 'Google has not verified the email address of this account, so it cannot be used to sign in here.',
  },
  identity_provider_unavailable: { status: 503, text: shared.identity_provider_unavailable },
  identity_untrusted: { status: 502, text: 'Google sent a response that cannot be trusted. Please try again.' },
  cart_empty: { status: 400, text: shared.cart_empty },
  checkout_changed: { status: 409, text: shared.checkout_changed },
  idempotency_key_reused: { status: 422, text: 'This Idempotency-Key was used for another request.' },
  payment_unavailable: { status: 503, text: shared.payment_unavailable },
  signature_invalid: { status: 401, text: shared.signature_invalid },
  orders_undelivered: { status: 409, text: shared.orders_undelivered },
  only_owner: { status: 409, text: shared.only_owner },
  order_not_cancellable: { status: 409, text: shared.order_not_cancellable },
  address_not_changeable: { status: 409, text: shared.address_not_changeable },
  delivery_price_differs: { status: 409, text: shared.delivery_price_differs },
  too_many_units: { status: 409, text: shared.too_many_units },
  payment_too_small: { status: 409, text: shared.payment_too_small },
  order_not_payable: { status: 409, text: shared.order_not_payable },
  not_returnable: { status: 409, text: shared.not_returnable },
  return_of_several_merchants: { status: 400, text: shared.return_of_several_merchants },
  payment_disputed: { status: 409, text: shared.payment_disputed },
  too_many_returns: { status: 409, text: shared.too_many_returns },
  return_picture_gone: { status: 400, text: shared.return_picture_gone },
  return_step_refused: { status: 409, text: shared.return_step_refused },
  too_many_addresses: {
    status: 409,
    text: `You can save at most ${MAX_ADDRESSES} addresses. Please delete one first.`,
  },
  items_unavailable: { status: 409, text: shared.items_unavailable },
  country_not_served: { status: 400, text: shared.country_not_served },
  shipment_too_heavy: { status: 400, text: shared.shipment_too_heavy },
  carrier_unavailable: { status: 503, text: shared.carrier_unavailable },
  coupon_not_found: { status: 400, text: 'Coupon not found', error: true },
  coupon_used: { status: 400, text: 'User has already used this coupon.', error: true },
  coupon_used_up: { status: 400, text: shared.coupon_used_up, error: true },
  coupon_not_started: { status: 400, text: shared.coupon_not_started, error: true },
  coupon_expired: { status: 400, text: shared.coupon_expired, error: true },
  coupon_minimum: { status: 400, text: shared.coupon_minimum, error: true },
  saved_full: { status: 409, text: `You can save ${MAX_SAVED} products at most.` },
  following_full: { status: 409, text: `You can follow ${MAX_FOLLOWED} sellers at most.` },
  credentials_missing: { status: 401, text: 'Authentication credentials were not provided.' },
  token_invalid: { status: 401, text: 'Invalid token.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please try again later.' },
  database_unavailable: { status: 503, text: shared.database_unavailable },
  internal_error: { status: 500, text: shared.internal_error },
} as const satisfies Record<string, { status: number; text: string; error?: true }>;

const formatCount = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** Formats the text of too_many_requests with the time to wait. */
export const formatTooManyRequests = (retryAfterSeconds: number): string => {
  const wait =
    retryAfterSeconds <= 90
      ? formatCount(retryAfterSeconds, 'second')
      : formatCount(Math.ceil(retryAfterSeconds / 60), 'minute');
  return `Too many requests. Please try again in ${wait}.`;
};

export type RefusalCode = keyof typeof refusals;

/** The body of an error response. */
export type ErrorBody = {
  /** Machine-readable. */
  code: RefusalCode;
  /** The refusal's text, or a more specific one that names a product or an amount. */
  detail: string;
  /** The same text as `detail`. */
  message: string;
  /** The same text, for refusals declared with `error: true`. */
  error?: string;
  /** Messages by field name. */
  errors?: Record<string, string[]>;
  /** What has been changed meanwhile, as the call that reads it responds, where the call says so. */
  current?: unknown;
};
