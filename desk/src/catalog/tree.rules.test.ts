import type { OperatorCategory } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { expect, it } from 'vitest';
import { describePlace, findDrop, flatten, pathOf, type TreeNode, toTree, visibleRows } from './tree.rules.ts';

const raw = (id: number, name: string) => ({ id, name, slug: name.toLowerCase(), products: 1, hide_when_empty: false });
const categories: OperatorCategory[] = [
  {
    ...raw(1, 'Food'),
    sub_categories: [
      { ...raw(1, 'Flours'), sub_items: [raw(1, 'Garri'), raw(2, 'Yam flour')] },
      { ...raw(2, 'Grains'), sub_items: [] },
    ],
  },
  { ...raw(2, 'Fashion'), sub_categories: [{ ...raw(3, 'Cloth'), sub_items: [raw(3, 'Ankara')] }] },
];
const roots = toTree(categories);
const node = (name: string): TreeNode => {
  const found = flatten(roots).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const drop = (active: string, over: string, isDown: boolean) => findDrop(roots, node(active), node(over), isDown);

it('rows are shown below what is open, or with those above them if they match', () => {
  const names = (open: string[], search = '') => visibleRows(roots, new Set(open), search).map(({ name }) => name);
  expect(names([])).toEqual(['Food', 'Fashion']);
  expect(names(['category-1'])).toEqual(['Food', 'Flours', 'Grains', 'Fashion']);
  expect(names([], 'GARRI')).toEqual(['Food', 'Flours', 'Garri']);
  expect(pathOf(node('Garri'))).toBe('Food › Flours › Garri');
});

it('a node is dropped beside one of its level', () => {
  expect(drop('Garri', 'Yam flour', true)).toEqual({ parent_id: 1, position: 1 });
  expect(drop('Garri', 'Ankara', true)).toEqual({ parent_id: 3, position: 1 });
  expect(drop('Ankara', 'Garri', false)).toEqual({ parent_id: 1, position: 0 });
  expect(drop('Fashion', 'Garri', false)).toEqual({ parent_id: null, position: 0 });
  expect(drop('Grains', 'Yam flour', false)).toEqual({ parent_id: 1, position: 0 });
});

it('a node is dropped into one of the level above', () => {
  expect(drop('Garri', 'Grains', true)).toEqual({ parent_id: 2, position: 0 });
  expect(drop('Cloth', 'Food', false)).toEqual({ parent_id: 1, position: 0 });
});

it('a node is not dropped where it cannot be, or is already', () => {
  expect(drop('Garri', 'Fashion', true)).toBeUndefined();
  expect(drop('Garri', 'Garri', true)).toBeUndefined();
  expect(drop('Garri', 'Flours', false)).toBeUndefined();
  expect(drop('Food', 'Garri', true)).toBeUndefined();
});

it('a place is said in words', () => {
  expect(describePlace(roots, node('Garri'), { parent_id: 1, position: 1 })).toBe('after Yam flour in Flours');
  expect(describePlace(roots, node('Fashion'), { parent_id: null, position: 0 })).toBe('first');
});
