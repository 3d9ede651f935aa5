import { MAX_PRODUCT_PICTURES } from './catalog/product.rules.ts';
import { MAX_IMPORT_MEGABYTES } from './exchange/product-imports.rules.ts';
import { MAX_STORES } from './joining/joining.rules.ts';
import { MAX_SAVED_REPLIES } from './messages/messages.rules.ts';

/** The refusals that only calls and commands of merchants and operators return. The shop's pages have no texts for them. */
export const merchantRefusals = {
  not_a_member: { status: 404, text: 'You do not work for this store.' },
  not_permitted: { status: 403, text: 'Your role does not permit this. Ask an owner.' },
  second_factor_required: {
    status: 403,
    text: 'Operators need a second factor. Add a passkey or an authenticator app first.',
  },
  verification_required: {
    status: 403,
    text: 'It is more than 15 minutes ago that you proved who you are. Do it again first.',
  },
  cross_site: { status: 403, text: 'This can only be done from the pages of the shop.' },
  sign_in_expired: { status: 400, text: 'This sign-in took too long. Please begin again.' },
  code_wrong: { status: 400, text: 'This code is not right, or was used already. Enter the next one.' },
  passkey_refused: { status: 400, text: 'This passkey was not accepted. Try again, or sign in in another way.' },
  too_many_passkeys: { status: 409, text: 'There can be 20 passkeys at most. Remove one first.' },
  role_unknown: {
    status: 400,
    text: 'Merchants have owners and staff; operators are owner, support, catalogue or finance.',
  },
  member_exists: { status: 409, text: 'This person works here already.' },
  team_full: { status: 409, text: 'There can be 50 people and invitations at most. Remove one first.' },
  last_owner: { status: 409, text: 'There has to be an owner. Make somebody else one first.' },
  invitation_of_other: {
    status: 403,
    text: 'This invitation is for another email address. Sign in with the account of that address.',
  },
  totp_exists: { status: 409, text: 'An authenticator app is set up already. Remove it first.' },
  totp_missing: { status: 409, text: 'No authenticator app is being set up. Begin again.' },
  token_read_only: { status: 403, text: 'This token may only read. Use one with the scope "write".' },
  order_disputed: {
    status: 409,
    text: 'The buyer has complained to the bank. Do not ship this order until that is resolved.',
  },
  nothing_to_ship: { status: 409, text: 'Nothing of this order is left to ship.' },
  nothing_shipped: { status: 409, text: 'Nothing of this order has been shipped.' },
  unknown_carrier: { status: 400, text: 'Choose a carrier of the list of carriers, or "other".' },
  pieces_changed: { status: 409, text: 'Fewer or more pieces are left than you know of. Read the order again.' },
  too_many_pieces: { status: 409, text: 'There are fewer pieces left than you want to ship or cancel.' },
  step_not_allowed: { status: 409, text: 'The status of this order does not allow this.' },
  order_partly_shipped: {
    status: 409,
    text: 'A part of this order is shipped. Cancel the other lines of its fulfilments instead.',
  },
  order_not_paid: { status: 409, text: 'This order is not paid, or is cancelled.' },
  refund_too_large: { status: 409, text: 'The refund is larger than what the buyer has paid and not got back.' },
  account_deleted: { status: 409, text: 'The account of this buyer is deleted, and its wallet with it.' },
  payment_not_held: { status: 409, text: 'This payment is not held, and no refund of it is stuck.' },
  payment_foreign: {
    status: 409,
    text: 'This payment is in another currency: refund it at the provider, then record this as refunded by hand.',
  },
  payment_not_acceptable: {
    status: 409,
    text: 'The order of this payment cannot be paid any more: refund the payment.',
  },
  webhook_url_refused: {
    status: 400,
    text: 'Webhooks are sent to the internet only: the URL must begin with https://, without a port, and must not name an address inside a network.',
  },
  too_many_webhooks: { status: 409, text: 'There can be 10 endpoints at most. Delete one first.' },
  webhook_disabled: { status: 409, text: 'The endpoint is disabled. Enable it first.' },
  encryption_unavailable: {
    status: 503,
    text: 'The shop cannot store secrets yet. Its operator has to set ENCRYPTION_KEY.',
  },
  nothing_to_release: {
    status: 409,
    text: 'No dispute of this order was lost, or nothing of it can be released to its merchants.',
  },
  email_missing: {
    status: 409,
    text: 'Your store has no email address, so nobody would hear of this change. Enter one first.',
  },
  bank_account_unknown: { status: 409, text: 'The bank does not know this account. Check the bank and the number.' },
  payouts_unavailable: { status: 503, text: 'Bank accounts cannot be checked right now. Please try again later.' },
  statement_too_long: {
    status: 409,
    text: 'A file has 100,000 lines at most, and this one would have more. Choose a later first day with "from".',
  },
  order_file_too_long: {
    status: 409,
    text: 'A file has 100,000 lines at most, and this one would have more. Choose fewer days.',
  },
  saved_reply_exists: { status: 409, text: 'You have another saved reply with this title.' },
  too_many_saved_replies: { status: 409, text: `You can save ${MAX_SAVED_REPLIES} replies. Delete one first.` },
  nothing_to_pay: { status: 409, text: 'There is nothing to pay at present.' },
  batch_not_draft: { status: 409, text: 'This batch was approved or cancelled already.' },
  no_bank_file: { status: 409, text: 'No payout of this batch is made by a file for the bank.' },
  payout_not_confirmable: {
    status: 409,
    text: 'Only payouts of this batch that are made by a file for the bank, or listed as lost or overdue, are confirmed by hand.',
  },
  payout_named_twice: {
    status: 400,
    text: 'This confirmation names a payout twice. Name each one once, as paid or as failed.',
  },
  payout_failed: {
    status: 409,
    text: 'One of these payouts has failed or has come back, and its money can be paid again. Look at the batch.',
  },
  payout_not_retryable: {
    status: 409,
    text: 'Only a payout that failed, was reversed or is being sent can be retried.',
  },
  payout_stopped: { status: 409, text: 'This payout was stopped already.' },
  payout_in_file: {
    status: 409,
    text: 'A file for the bank was made of this batch, and may have this payout. Keep it from the bank, then confirm the payout as failed.',
  },
  payout_not_stoppable: { status: 409, text: 'Only a payout that is approved or being sent can be stopped.' },
  account_is_staff: {
    status: 409,
    text: 'This person works for a store or as an operator. Remove them from each team first.',
  },
  coupon_exists: { status: 409, text: 'There is another coupon with this code already.' },
  coupon_end_too_early: { status: 409, text: 'The end of a coupon must be after its start. To stop it, end it now.' },
  coupon_limit_too_low: { status: 409, text: 'More orders than this have used the coupon already.' },
  merchant_exists: { status: 409, text: 'There is a merchant with this name in URLs already.' },
  merchant_is_suspended: { status: 409, text: 'This merchant is suspended already.' },
  merchant_not_suspended: { status: 409, text: 'This merchant is not suspended.' },
  merchant_suspended: {
    status: 403,
    text: 'Your store is suspended, so its products cannot be changed. Ask the shop.',
  },
  merchant_not_approved: { status: 409, text: 'This store is not approved yet, so it is not in the shop anyway.' },
  store_name_taken: { status: 409, text: 'There is a store with this name already. Choose another one.' },
  application_open: {
    status: 409,
    text: 'You have an application for another store that is not approved yet. Change it, or delete it first.',
  },
  too_many_stores: { status: 409, text: `An account can have ${MAX_STORES} stores at most.` },
  store_approved: { status: 409, text: 'This store is approved already. Change it in its settings.' },
  terms_outdated: { status: 409, text: 'The terms have changed. Read them again, and accept them as they are now.' },
  application_incomplete: { status: 409, text: 'Something is missing in this application.' },
  application_not_waiting: { status: 409, text: 'This application does not wait for a decision.' },
  application_changed: {
    status: 409,
    text: 'The applicant has changed this application after you have read it. Read it again.',
  },
  unknown_category: { status: 400, text: 'Choose a sub-item of the list of categories.' },
  category_exists: {
    status: 409,
    text: 'There is one with this name in the same place already. Merge them, or choose another name.',
  },
  category_parent_wrong: {
    status: 400,
    text: 'A sub-category belongs to a category, a sub-item to a sub-category, and a category to nothing.',
  },
  category_merged_with_itself: { status: 400, text: 'Choose another one to merge it into.' },
  category_not_empty: {
    status: 409,
    text: 'It is not empty: there are products, perhaps of suspended merchants, or others in it. Merge it instead.',
  },
  category_too_large: {
    status: 409,
    text: 'There are too many products in it for one request. Use the command "categories move" or "categories merge".',
  },
  synonyms_changed: {
    status: 409,
    text: 'Somebody else has changed the synonyms after you have read them. Read them again, and repeat your change.',
  },
  product_exists: { status: 409, text: 'You have another product with this handle or SKU.' },
  product_changed: {
    status: 409,
    text: 'This product was changed after you have read it. Read it again, and repeat your change.',
  },
  product_incomplete: { status: 409, text: 'Something is missing that a product in the shop needs.' },
  product_taken_down: {
    status: 409,
    text: 'The shop has taken this product down. Read why, change it, and ask for a review.',
  },
  product_merged: {
    status: 409,
    text: 'The shop has merged this product into another one of your store. Work with that one.',
  },
  products_not_mergeable: {
    status: 409,
    text: 'Two products of one store can be merged that are not drafts, merged already or taken down. One in the shop is not merged into one that is not.',
  },
  duplicates_changed: {
    status: 409,
    text: 'This group of products has changed since you read it. Look at it again.',
  },
  merge_changed: {
    status: 409,
    text: 'One of these products was changed after you have read them. Look at both again.',
  },
  product_is_taken_down: { status: 409, text: 'This product is taken down already.' },
  product_not_taken_down: { status: 409, text: 'This product is not taken down.' },
  product_unchanged: { status: 409, text: 'Change the product first, so that there is something new to look at.' },
  review_not_asked: { status: 409, text: 'The merchant has not asked for a review of this product.' },
  no_open_reports: { status: 409, text: 'This product has no open reports.' },
  moderation_changed: {
    status: 409,
    text: 'Something has happened to this product after you have read it. Look at it again.',
  },
  store_changed: {
    status: 409,
    text: 'This store was changed after you have read it. Read it again, and repeat your change.',
  },
  stock_changed: { status: 409, text: 'The stock is not what you know of. Read the product again.' },
  stock_too_low: { status: 409, text: 'There are fewer pieces in stock than you want to take out.' },
  too_many_pictures: { status: 409, text: `A product has ${MAX_PRODUCT_PICTURES} pictures at most. Delete one first.` },
  import_running: {
    status: 409,
    text: 'Another import of your products is running. Wait until it is done, or cancel it.',
  },
  import_not_waiting: { status: 409, text: 'This import was started or cancelled already. Upload the file again.' },
  import_file_invalid: {
    status: 400,
    text: 'Send one CSV file in UTF-8, with the names of the columns in its first line.',
  },
  import_file_too_large: {
    status: 413,
    text: `A product file has at most ${MAX_IMPORT_MEGABYTES} MB. Divide it into several files.`,
  },
  home_changed: {
    status: 409,
    text: 'Somebody saved or published the home page after you have read it. Read the draft again, and repeat your change.',
  },
  home_draft_missing: { status: 409, text: 'There is no draft to publish. Save one first.' },
  home_period_invalid: { status: 400, text: 'Begin in the future, and end after that.' },
  home_picture_unknown: { status: 400, text: 'The home page has no such picture for this place. Upload it first.' },
  home_version_begun: { status: 409, text: 'This version has begun, or was cancelled. Publish another one instead.' },
  token_name_taken: { status: 409, text: 'You have a token with this name. Revoke it first, or choose another name.' },
  too_many_tokens: { status: 409, text: 'There can be 20 tokens at most. Revoke one first.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type MerchantRefusalCode = keyof typeof merchantRefusals;
