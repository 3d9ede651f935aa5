import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { CreatedToken, NewToken, Store, StoreChange, TokenList } from './merchant-store.schemas.ts';

export const getStore = endpoint<{ response: Store }>()({
  method: 'GET',
  path: '/merchant/store/',
  auth: 'merchant',
  area: 'store',
  summary: "A merchant's store",
  refusals: signedInRefusals,
});

/** Takes JSON, or multipart/form-data with one file `image`, the cover picture. An omitted field stays unchanged. The refusal `store_changed` has the
 * store as it is now in `current`; what is requested already is no conflict. */
export const changeStore = endpoint<{ body: StoreChange | FormData; response: Store }>()({
  method: 'PATCH',
  path: '/merchant/store/',
  auth: 'merchant',
  area: 'store',
  summary: 'Change the store, or its cover picture',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'picture_invalid',
    'picture_too_large',
    'pictures_unavailable',
    'too_busy',
    'store_changed',
  ],
});

export const listTokens = endpoint<{ response: TokenList }>()({
  method: 'GET',
  path: '/merchant/tokens/',
  auth: 'merchant',
  area: 'integrations',
  summary: "The API tokens of a merchant's programs",
  refusals: signedInRefusals,
});

/** The token is shown only in this response. From the desk it needs a proof of the last 15 minutes: `verification_required`. */
export const addToken = endpoint<{ body: NewToken; response: CreatedToken }>()({
  method: 'POST',
  path: '/merchant/tokens/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Create an API token',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'verification_required', 'token_name_taken', 'too_many_tokens'],
});

/** It can also be the token of the request, which is then invalid. */
export const revokeToken = endpoint<{ params: { tokenId: number }; response: TokenList }>()({
  method: 'DELETE',
  path: '/merchant/tokens/{tokenId}/',
  auth: 'merchant',
  area: 'integrations',
  summary: 'Revoke an API token',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found'],
});
