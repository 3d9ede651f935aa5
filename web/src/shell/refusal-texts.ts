import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { ApiError } from '../api.ts';

/** What a shopper reads for each "no" of the API; the compiler complains about a missing one. */
export const refusalTexts: Record<RefusalCode, string> = {
  invalid_input: 'Something in this request is not right. Please check it and try again.',
  invalid_json: 'The shop could not read this request. Please reload the page and try again.',
  unsupported_media_type: 'The shop could not read this request. Please reload the page and try again.',
  payload_too_large: 'This is more than the shop can take at once.',
  unknown_country: 'Prices for this country are not known. Please choose another one.',
  unknown_region: 'This region is not known. Please choose another one.',
  invalid_page: 'This page of the list does not exist.',
  not_found: 'This is not in the shop, or not any more.',
  method_not_allowed: 'The shop does not do this. Please reload the page and try again.',
  out_of_stock: 'Product out of stock. Please check back later',
  not_enough_stock: 'There are not that many in stock.',
  not_in_cart: 'Item not found in cart',
  cart_full: 'Your cart is full. Please take something out first.',
  login_failed: 'Please check your email and password and try again.',
  email_not_verified: 'Please verify your email address first, by the link in the mail that we sent you.',
  email_exists: 'Email already exists. Please login or try verifying your email',
  password_too_short: 'Password must be at least 8 characters.',
  password_too_long: 'Password must be at most 128 characters.',
  passwords_differ: 'Passwords do not match.',
  email_not_found: 'Please provide a registered email',
  not_found_or_active: 'User does not exist or email is already verified. Please log in.',
  link_invalid: 'This link is not valid. Please ask for a new one.',
  link_used: 'This link has been used already. Please log in, or ask for a new one.',
  link_expired: 'This link has expired. Please ask for a new one.',
  too_busy: 'The shop has a lot to do just now. Please try again in a moment.',
  read_only_field: 'First name, last name and email cannot be changed.',
  unknown_place: 'Please choose a country, a region and a city that belong together.',
  phone_invalid: 'Please enter a phone number of the chosen country, or start it with + and the calling code.',
  picture_invalid: 'Please choose a picture: a JPEG, PNG, WebP, GIF or AVIF file.',
  picture_too_large: 'A picture may have 10 MB and 50 megapixels at most.',
  cart_empty: 'Your cart is empty.',
  checkout_changed: 'Something in your order has changed. Please look at it again.',
  idempotency_key_reused: 'Failed to create order.',
  payment_unavailable: 'Failed to initialize payment. Please try again.',
  signature_invalid: 'The signature is not valid.',
  order_not_cancellable: 'An order can be cancelled only before it is shipped.',
  too_many_addresses: 'You cannot keep more addresses than these.',
  items_unavailable: 'Some items of your cart are not available in this quantity any more.',
  country_not_served: 'We do not deliver to this country yet.',
  shipment_too_heavy: 'Your cart is too heavy for one shipment. Please make it two orders.',
  shipping_away: 'Failed to retrieve shipping rate',
  coupon_not_found: 'Invalid coupon code.',
  coupon_used: 'Coupon already applied and used by you',
  coupon_used_up: 'This coupon has been used up.',
  coupon_early: 'This coupon is not valid yet.',
  coupon_expired: 'This coupon has expired.',
  coupon_minimum: 'Your items cost too little for this coupon.',
  credentials_missing: 'Please sign in first.',
  token_invalid: 'Your sign-in has ended. Please sign in again.',
  too_many_requests: 'That was a lot at once. Please wait a moment and try again.',
  database_away: 'The shop is briefly unavailable. Please try again.',
  internal_error: 'Internal Server Error',
};

/** The sentence for whatever a call threw: its refusal's, else the error's own words. */
export const errorText = (error: unknown): string => {
  if (error instanceof ApiError && error.code !== undefined) return refusalTexts[error.code] ?? error.message;
  return error instanceof Error ? error.message : String(error);
};
