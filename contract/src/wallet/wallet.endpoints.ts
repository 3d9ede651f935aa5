import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusals.ts';
import type { Wallet } from './wallet.schemas.ts';

export const getWallet = endpoint<{ query: { page?: number }; response: Wallet }>()({
  method: 'GET',
  path: '/wallet/',
  auth: 'required',
  summary: 'What the wallet holds, and what moved in it',
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});
