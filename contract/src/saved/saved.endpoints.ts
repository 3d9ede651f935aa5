import type { Done } from '../account/account.schemas.ts';
import type { ProductPage } from '../catalog/catalog.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  AddViewed,
  FollowedPage,
  ItemSaved,
  SavedIds,
  SavedMailSettings,
  SavedQuery,
  SellerFollowed,
  ViewedCount,
} from './saved.schemas.ts';

const listRefusals = [...signedInRefusals, 'invalid_input', 'unknown_country', 'invalid_page'] as const;

/** Newest first, fifty per page. */
export const listSaved = endpoint<{ query: SavedQuery; response: ProductPage }>()({
  method: 'GET',
  path: '/api/saved-items/',
  auth: 'required',
  summary: 'Saved products',
  refusals: listRefusals,
});

/** Idempotent. */
export const saveItem = endpoint<{ params: { productId: number }; response: ItemSaved }>()({
  method: 'PUT',
  path: '/api/saved-items//{productId}/',
  auth: 'required',
  summary: 'Save a product',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'saved_full'],
});

/** Idempotent. */
export const unsaveItem = endpoint<{ params: { productId: number }; response: ItemSaved }>()({
  method: 'DELETE',
  path: '/api/saved-items//{productId}/',
  auth: 'required',
  summary: 'Remove a saved product',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Newest first, twenty per page, each with its newest products. */
export const listFollowed = endpoint<{ query: SavedQuery; response: FollowedPage }>()({
  method: 'GET',
  path: '/api/followed-sellers/',
  auth: 'required',
  summary: 'Followed sellers',
  refusals: listRefusals,
});

/** Idempotent. */
export const followSeller = endpoint<{ params: { merchantId: number }; response: SellerFollowed }>()({
  method: 'PUT',
  path: '/api/followed-sellers//{merchantId}/',
  auth: 'required',
  summary: 'Follow a seller',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'following_full'],
});

/** Idempotent. */
export const unfollowSeller = endpoint<{ params: { merchantId: number }; response: SellerFollowed }>()({
  method: 'DELETE',
  path: '/api/followed-sellers//{merchantId}/',
  auth: 'required',
  summary: 'Unfollow a seller',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Has an ETag. The state of all hearts and follow buttons in one call. */
export const getSavedIds = endpoint<{ response: SavedIds }>()({
  method: 'GET',
  path: '/api/saved-ids/',
  auth: 'required',
  summary: 'Ids of saved products and followed sellers',
  refusals: signedInRefusals,
});

/** Newest first, at most fifty. */
export const listViewed = endpoint<{ query: SavedQuery; response: ProductPage }>()({
  method: 'GET',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Recently viewed products',
  refusals: listRefusals,
});

/** Records one view, or at login those of the guest. Idempotent. */
export const addViewed = endpoint<{ body: AddViewed; response: ViewedCount }>()({
  method: 'POST',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Record product views',
  refusals: [...signedInRefusals, ...bodyRefusals],
});

export const clearViewed = endpoint<{ response: ViewedCount }>()({
  method: 'DELETE',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Clear recently viewed products',
  refusals: signedInRefusals,
});

export const getSavedMailSettings = endpoint<{ response: SavedMailSettings }>()({
  method: 'GET',
  path: '/api/saved-notes/',
  auth: 'required',
  summary: 'Whether mails about saved products are enabled',
  refusals: signedInRefusals,
});

export const setSavedMailSettings = endpoint<{ body: SavedMailSettings; response: SavedMailSettings }>()({
  method: 'PUT',
  path: '/api/saved-notes/',
  auth: 'required',
  summary: 'Enable or disable mails about saved products',
  refusals: [...signedInRefusals, ...bodyRefusals],
});

/** One-click unsubscribe of mail programs (RFC 8058), with any body. Idempotent. */
export const unsubscribeFromSavedMails = endpoint<{ params: { token: string }; response: Done }>()({
  method: 'POST',
  path: '/api/saved-notes/unsubscribe/{token}',
  auth: 'none',
  summary: 'Unsubscribe from mails about saved products, with the link in a mail',
  refusals: ['link_invalid', 'too_many_requests', 'database_unavailable'],
});
