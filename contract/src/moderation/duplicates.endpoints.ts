import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  DuplicateGroups,
  DuplicatesDismissed,
  DuplicatesQuery,
  MergePreview,
  NotDuplicates,
  ProductMerge,
} from './duplicates.schemas.ts';

type Pair = { keptId: number; duplicateId: number };

export const listDuplicates = endpoint<{ query: DuplicatesQuery; response: DuplicateGroups }>()({
  method: 'GET',
  path: '/operator/duplicates/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Products of one store that have the same title and weight',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** The group is not listed any more, until another product looks like them. `duplicates_changed`: a product has joined or left the group. Safe to repeat. */
export const dismissDuplicates = endpoint<{
  params: { productId: number };
  body: NotDuplicates;
  response: DuplicatesDismissed;
}>()({
  method: 'POST',
  path: '/operator/duplicates/{productId}/dismiss/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Say that a product and those that look like it are different',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'duplicates_changed'],
});

/** Any two products of one store. */
export const previewMerge = endpoint<{ params: Pair; response: MergePreview }>()({
  method: 'GET',
  path: '/operator/duplicates/{keptId}/{duplicateId}/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'What a merge of two products would do',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'products_not_mergeable'],
});

/**
 * Final. The duplicate leaves the shop, its address leads to the kept product, and so do carts and saved products. A repeated request is not
 * refused. `merge_changed` has the preview as it is now in `current`;
 * `invalid_input` names `stock` when both have more pieces together than a product can have.
 */
export const mergeProducts = endpoint<{ params: Pair; body: ProductMerge; response: MergePreview }>()({
  method: 'POST',
  path: '/operator/duplicates/{keptId}/{duplicateId}/merge/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Merge a product into another one of its store',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'products_not_mergeable', 'merge_changed'],
});
