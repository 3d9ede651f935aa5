import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { MerchantFigures } from './merchant-figures.schemas.ts';

export const getMerchantFigures = endpoint<{ params: { merchantId: number }; response: MerchantFigures }>()({
  method: 'GET',
  path: '/operator/merchants/{merchantId}/figures/',
  auth: 'operator',
  area: 'merchants',
  summary: 'What a merchant sells, ships in time, takes back and is owed',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});
