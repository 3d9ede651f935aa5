import { saveBulkItems } from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { MergedCart, SaveBulkItems } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { AppContext } from '../lib/app-context.ts';
import { assertStoredToken } from '../lib/session.ts';
import { cartKey } from './account-cart.ts';

/**
 * Adds several products to the account's cart, as far as they are available.
 * @param token of the session
 * @returns what could not be added, completely or at all
 * @throws ApiError
 */
export const addItemsToCart = async (
  { api, queryClient }: AppContext,
  token: string,
  items: SaveBulkItems['cart_items'],
): Promise<Pick<MergedCart, 'capped' | 'dropped'>> => {
  assertStoredToken(token);
  const merged = await api.call(saveBulkItems, { body: { cart_items: items } });
  await queryClient.invalidateQueries({ queryKey: cartKey(token) });
  return merged;
};
