import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { Wallet } from './wallet.schemas.ts';

export const getWallet = endpoint<{ query: { page?: number }; response: Wallet }>()({
  method: 'GET',
  path: '/wallet/',
  auth: 'required',
  summary: 'Balance and entries of the wallet',
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});
