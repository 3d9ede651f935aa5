import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { MerchantRefusalCode } from '@sokuwa/contract/merchant-refusals.ts';
import { sharedRefusalTexts } from '@sokuwa/contract/refusal-texts.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';

type ShopRefusalCode = Exclude<RefusalCode, MerchantRefusalCode>;

/** The text that pages show for each refusal of the shop's calls; the compiler rejects a missing one. */
export const refusalTexts: Record<ShopRefusalCode, string> = {
  ...sharedRefusalTexts,
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
  cart_full: 'Your cart is full. Please take something out first.',
  email_not_verified: 'Please verify your email address first, with the link in the email that we sent you.',
  email_exists: 'Email already exists. Please login or try verifying your email',
  email_not_found: 'Please provide a registered email',
  not_found_or_active: 'User does not exist or email is already verified. Please log in.',
  unknown_place: 'Please choose a country, a region and a city that belong together.',
  phone_invalid: 'Please enter a phone number of the chosen country, or start it with + and the calling code.',
  picture_invalid: 'Please choose a picture: a JPEG, PNG, WebP, GIF or AVIF file.',
  idempotency_key_reused: 'Failed to create order.',
  too_many_addresses: 'You have saved the maximum number of addresses. Please delete one first.',
  coupon_not_found: 'Invalid coupon code.',
  coupon_used: 'Coupon already applied and used by you',
  identity_denied: 'Google authentication failed',
  identity_expired: 'This sign-in took too long, or was begun in another browser. Please try again.',
  identity_unverified: 'Google has not verified your email address. Please register with it instead.',
  identity_untrusted: 'Google login failed. Please try again.',
  saved_full: 'You cannot save more products than these. Please take some out first.',
  following_full: 'You cannot follow more sellers than these. Please unfollow some first.',
  credentials_missing: 'Please sign in first.',
  token_invalid: 'Your sign-in has ended. Please sign in again.',
  too_many_requests: 'That was a lot at once. Please wait a moment and try again.',
};

/** The text for an error: that of its refusal, else its message. */
/** The text of a refusal; undefined for those that only merchants and operators get. */
export const textOf = (code: RefusalCode): string | undefined =>
  (refusalTexts as Partial<Record<RefusalCode, string>>)[code];

export const describeError = (error: unknown): string => {
  // Show the server's text of too_many_requests, because it says when to try again.
  if (error instanceof ApiError && error.code !== undefined && error.code !== 'too_many_requests')
    return textOf(error.code) ?? error.message;
  return error instanceof Error ? error.message : String(error);
};
