import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals } from '../refusal-groups.ts';
import type { CreditGiven, NewCredit } from './operator-wallet.schemas.ts';

/** The same `Idempotency-Key` is one credit of the account, so a retry is safe. */
export const giveCredit = endpoint<{
  headers: { 'idempotency-key'?: string };
  body: NewCredit;
  response: CreditGiven;
}>()({
  method: 'POST',
  path: '/operator/wallet/credit/',
  auth: 'operator',
  area: 'payments',
  summary: 'Give credit to an account, out of goodwill',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'idempotency_key_reused'],
});
