import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type { Address, ChooseAddress, NewAddress } from './addresses.schemas.ts';

/** In the order of adding. Exactly one address is the default, unless there is none. */
export const listAddresses = endpoint<{ response: Address[] }>()({
  method: 'GET',
  path: '/shipping-address/',
  auth: 'required',
  summary: 'The shipping addresses',
  refusals: signedInRefusals,
});

/** Returns the new address, which becomes the default. Adding an identical address returns the existing one. */
export const addAddress = endpoint<{ body: NewAddress; response: Address }>()({
  method: 'POST',
  path: '/shipping-address/',
  auth: 'required',
  summary: 'Add a shipping address',
  refusals: [...signedInRefusals, ...bodyRefusals, 'unknown_place', 'phone_invalid', 'too_many_addresses'],
});

export const chooseAddress = endpoint<{ body: ChooseAddress; response: Address }>()({
  method: 'PATCH',
  path: '/shipping-address/',
  auth: 'required',
  summary: 'Make a shipping address the default',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});
