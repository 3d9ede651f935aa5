import type { Done } from '../account/account.schemas.ts';
import type { ProductPage } from '../catalog/catalog.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type {
  AddViewed,
  FollowedPage,
  ItemSaved,
  SavedIds,
  SavedNotes,
  SavedQuery,
  SellerFollowed,
  ViewedCount,
} from './saved.schemas.ts';

const listRefusals = [...signedInRefusals, 'invalid_input', 'unknown_country', 'invalid_page'] as const;

/** Last saved first, fifty a page. */
export const listSaved = endpoint<{ query: SavedQuery; response: ProductPage }>()({
  method: 'GET',
  path: '/api/saved-items/',
  auth: 'required',
  summary: 'Saved products',
  refusals: listRefusals,
});

/** Safe to repeat. */
export const saveItem = endpoint<{ params: { productId: number }; response: ItemSaved }>()({
  method: 'PUT',
  path: '/api/saved-items//{productId}/',
  auth: 'required',
  summary: 'Save a product for later',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'saved_full'],
});

/** Safe to repeat. */
export const unsaveItem = endpoint<{ params: { productId: number }; response: ItemSaved }>()({
  method: 'DELETE',
  path: '/api/saved-items//{productId}/',
  auth: 'required',
  summary: 'Save a product no longer',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Last followed first, twenty a page, each with its newest products. */
export const listFollowed = endpoint<{ query: SavedQuery; response: FollowedPage }>()({
  method: 'GET',
  path: '/api/followed-sellers/',
  auth: 'required',
  summary: 'Sellers that are followed',
  refusals: listRefusals,
});

/** Safe to repeat. */
export const followSeller = endpoint<{ params: { merchantId: number }; response: SellerFollowed }>()({
  method: 'PUT',
  path: '/api/followed-sellers//{merchantId}/',
  auth: 'required',
  summary: 'Follow a seller',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'following_full'],
});

/** Safe to repeat. */
export const unfollowSeller = endpoint<{ params: { merchantId: number }; response: SellerFollowed }>()({
  method: 'DELETE',
  path: '/api/followed-sellers//{merchantId}/',
  auth: 'required',
  summary: 'Follow a seller no longer',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Carries an ETag: pages show hearts by it. */
export const getSavedIds = endpoint<{ response: SavedIds }>()({
  method: 'GET',
  path: '/api/saved-ids/',
  auth: 'required',
  summary: 'Which products are saved, which sellers followed',
  refusals: signedInRefusals,
});

/** Newest first, fifty in all. */
export const listViewed = endpoint<{ query: SavedQuery; response: ProductPage }>()({
  method: 'GET',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Products looked at last',
  refusals: listRefusals,
});

/** For one product that was opened, or for those that a guest looked at before the login. Safe to repeat. */
export const addViewed = endpoint<{ body: AddViewed; response: ViewedCount }>()({
  method: 'POST',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Remember products as looked at',
  refusals: [...signedInRefusals, ...bodyRefusals],
});

export const clearViewed = endpoint<{ response: ViewedCount }>()({
  method: 'DELETE',
  path: '/api/recently-viewed/',
  auth: 'required',
  summary: 'Forget what was looked at',
  refusals: signedInRefusals,
});

export const getSavedNotes = endpoint<{ response: SavedNotes }>()({
  method: 'GET',
  path: '/api/saved-notes/',
  auth: 'required',
  summary: 'Whether mails tell of saved products that are back or cheaper',
  refusals: signedInRefusals,
});

export const setSavedNotes = endpoint<{ body: SavedNotes; response: SavedNotes }>()({
  method: 'PUT',
  path: '/api/saved-notes/',
  auth: 'required',
  summary: 'Have mails about saved products, or none',
  refusals: [...signedInRefusals, ...bodyRefusals],
});

/** What mail programs call with one click (RFC 8058), whatever body they send; safe to repeat. */
export const stopSavedNotes = endpoint<{ params: { token: string }; response: Done }>()({
  method: 'POST',
  path: '/api/saved-notes/unsubscribe/{token}',
  auth: 'none',
  summary: 'No more mails about saved products, by the link in one',
  refusals: ['link_invalid', 'too_many_requests', 'database_away'],
});
