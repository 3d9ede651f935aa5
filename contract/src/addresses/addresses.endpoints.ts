import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { Address, AddressFields, ChooseAddress, NewAddress } from './addresses.schemas.ts';

/** In the order of adding. Exactly one address is the default, unless there is none. */
export const listAddresses = endpoint<{ response: Address[] }>()({
  method: 'GET',
  path: '/shipping-address/',
  auth: 'required',
  summary: 'The shipping addresses',
  refusals: signedInRefusals,
});

/**
 * Returns the new address. It becomes the default if `make_default` is set or it is the first. Adding an identical address
 * returns the existing one.
 */
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

/** Replaces all fields. The default stays the default. Existing orders keep the old address. */
export const editAddress = endpoint<{ params: { id: string }; body: AddressFields; response: Address }>()({
  method: 'PUT',
  path: '/shipping-address/{id}/',
  auth: 'required',
  summary: 'Edit a shipping address',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found', 'unknown_place', 'phone_invalid'],
});

/** Returns the remaining addresses. If the default is deleted, the newest remaining one becomes the default. */
export const deleteAddress = endpoint<{ params: { id: string }; response: Address[] }>()({
  method: 'DELETE',
  path: '/shipping-address/{id}/',
  auth: 'required',
  summary: 'Delete a shipping address',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});
