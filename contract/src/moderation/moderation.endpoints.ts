import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { ProductReportBody, ProductReported } from './moderation.schemas.ts';

/** A second report while the first one is open replaces it. One that was dismissed is not opened again with the same reason and text while the product is as it was. */
export const reportProduct = endpoint<{
  params: { productId: number };
  body: ProductReportBody;
  response: ProductReported;
}>()({
  method: 'PUT',
  path: '/api/product-reports/{productId}/',
  auth: 'required',
  summary: 'Report a product to the shop',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});
