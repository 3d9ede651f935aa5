import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type { Address, ChooseAddress, NewAddress } from './addresses.schemas.ts';

/** In the order of adding. Whoever has addresses has exactly one default. */
export const listAddresses = endpoint<{ response: Address[] }>()({
  method: 'GET',
  path: '/shipping-address/',
  auth: 'required',
  summary: 'The shipping addresses',
  refusals: signedInRefusals,
});

/** Answers the address, which is the default from now on. The same address again is the one that there is. */
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
