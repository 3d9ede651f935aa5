import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { MerchantMetrics } from './merchant-metrics.schemas.ts';

export const getMerchantMetrics = endpoint<{ params: { merchantId: number }; response: MerchantMetrics }>()({
  method: 'GET',
  path: '/operator/merchants/{merchantId}/metrics/',
  auth: 'operator',
  area: 'merchants',
  summary: 'What a merchant sells, ships on time, takes back and is owed',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});
