import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  CategoryChange,
  CategoryMerge,
  CategoryMove,
  CategoryParams,
  NewCategory,
  OperatorCategories,
} from './operator-categories.schemas.ts';

const writeRefusals = [...apiWriteRefusals, ...bodyRefusals, 'not_found'] as const;
type Response = { response: OperatorCategories };
type Params = { params: CategoryParams };

export const listOperatorCategories = endpoint<Response>()({
  method: 'GET',
  path: '/operator/categories/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'The tree of categories with the number of products',
  refusals: [...signedInRefusals],
});

/** not_found: there is no such parent. */
export const createCategory = endpoint<{ body: NewCategory } & Response>()({
  method: 'POST',
  path: '/operator/categories/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Create a category, sub-category or sub-item',
  refusals: [...writeRefusals, 'category_exists', 'category_parent_wrong'],
});

export const changeCategory = endpoint<Params & { body: CategoryChange } & Response>()({
  method: 'PATCH',
  path: '/operator/categories/{level}/{id}/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Rename a category, or hide it while it is empty',
  refusals: [...writeRefusals, 'category_exists'],
});

export const moveCategory = endpoint<Params & { body: CategoryMove } & Response>()({
  method: 'POST',
  path: '/operator/categories/{level}/{id}/move/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Move a category, with what is in it, to another place',
  refusals: [...writeRefusals, 'category_exists', 'category_parent_wrong', 'category_too_large'],
});

export const mergeCategory = endpoint<Params & { body: CategoryMerge } & Response>()({
  method: 'POST',
  path: '/operator/categories/{level}/{id}/merge/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Merge a category into another one of its level; its page leads there',
  refusals: [...writeRefusals, 'category_exists', 'category_merged_with_itself', 'category_too_large'],
});

export const deleteCategory = endpoint<Params & Response>()({
  method: 'DELETE',
  path: '/operator/categories/{level}/{id}/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Delete an empty category',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found', 'category_not_empty'],
});
