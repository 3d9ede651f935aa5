import { describe, expect, it, test } from 'vitest';
import type { CategoryNode, CategoryTree } from '../catalog/index.ts';
import { type CategoryPlan, planCategories, readCategoryFile } from './category-file.rules.ts';

const HEADER = 'category,sub_category,sub_item,slug';
const read = (...lines: string[]) => readCategoryFile([HEADER, ...lines].join('\n'));

describe('a category file', () => {
  it('has a sub-item with its parents on each line, and a slug where one is given', () => {
    expect(read('Food,Tubers,Yam,puna-yam', '', ' Food , Fresh  fruit ,Mango,')).toEqual([
      { line: 2, names: { category: 'Food', sub_category: 'Tubers', sub_item: 'Yam' }, slug: 'puna-yam' },
      { line: 4, names: { category: 'Food', sub_category: 'Fresh fruit', sub_item: 'Mango' }, slug: '' },
    ]);
  });

  it('can have a byte order mark, its columns in any order and letter case, and further columns', () => {
    expect(readCategoryFile('\ufeff" Sub_Item ",note,CATEGORY,sub_category\nYam,x,Food,Tubers\n')).toEqual([
      { line: 2, names: { category: 'Food', sub_category: 'Tubers', sub_item: 'Yam' }, slug: '' },
    ]);
  });

  it('takes names of 80 characters', () => {
    const name = 'y'.repeat(80);
    expect(read(`Food,Tubers,${name},${name}`)).toMatchObject([{ names: { sub_item: name }, slug: name }]);
  });

  const slugReason = (slug: string) => `Line 2: "${slug}" is not a slug of lower-case letters, digits and hyphens.`;
  const nameReason = (level: string) => `Line 2: "${level}" must be 1 to 80 characters of UTF-8 text.`;
  test.each([
    [',Tubers,Yam,', nameReason('category')],
    ['Food, ,Yam,', nameReason('sub_category')],
    ['Food,Tubers,,', nameReason('sub_item')],
    [`Food,Tubers,${'y'.repeat(81)},`, nameReason('sub_item')],
    ['Food,Tub\ufffdrs,Yam,', nameReason('sub_category')],
    ...['Yam', 'puna yam', '-yam', 'yam-', 'puna--yam', 'yàm', 'y'.repeat(81)].map((slug) => [
      `Food,Tubers,Yam,${slug}`,
      slugReason(slug),
    ]),
  ])('is refused with the line %j', (line = '', reason) => {
    expect(read(line)).toBe(reason);
  });

  it('is refused without a column, without a line, and if it is no CSV', () => {
    for (const missing of ['category', 'sub_category', 'sub_item']) {
      const header = HEADER.split(',').filter((name) => name !== missing);
      expect(readCategoryFile(`${header.join(',')}\na,b,c\n`)).toBe(
        `The column "${missing}" is missing: the first line must be category,sub_category,sub_item.`,
      );
    }
    expect(read()).toBe('The file contains no sub-item.');
    expect(readCategoryFile('')).toBe('The file contains no sub-item.');
    expect(read('Food,"Tubers')).toMatch(/^The file can't be read: Quote Not Closed.*\.$/);
  });
});

const createNode = (id: number, parent: number, name: string, position = 0): CategoryNode => ({
  id,
  parent,
  slug: name.toLowerCase(),
  name,
  position,
});
const tree: CategoryTree = {
  category: [createNode(3, 0, 'Food', 0), createNode(5, 0, 'Fashion', 4)],
  sub_category: [createNode(11, 3, 'Tubers'), createNode(12, 5, 'Men')],
  sub_item: [createNode(21, 11, 'Yam', 2), createNode(22, 11, 'Cassava', 6), createNode(23, 12, 'Shirts')],
};
const planFile = (categories: CategoryTree, ...lines: string[]): CategoryPlan | string => {
  const read = readCategoryFile([HEADER, ...lines].join('\n'));
  return typeof read === 'string' ? read : planCategories(read, categories);
};
const nothing = { category: [], sub_category: [], sub_item: [] };

describe('the plan for a category file', () => {
  it('changes nothing if the shop has the names, in upper or lower case', () => {
    expect(planFile(tree, 'Food,Tubers,Yam,', 'FOOD,tubers,YAM,', 'Fashion,Men,Shirts,shirts')).toEqual({
      added: nothing,
      renamed: [],
      unchanged: 3,
    });
  });

  it('of an empty shop adds each name once, with ids from 1 and positions from 0', () => {
    expect(
      planFile(nothing, 'Food,Tubers,Puna yam,', 'Food,Tubers,Sweet potato,potato', 'Fashion,Men,Shirts,'),
    ).toEqual({
      added: {
        category: [
          { id: 1, parent: 0, slug: 'food', name: 'Food', position: 0 },
          { id: 2, parent: 0, slug: 'fashion', name: 'Fashion', position: 1 },
        ],
        sub_category: [
          { id: 1, parent: 1, slug: 'tubers', name: 'Tubers', position: 0 },
          { id: 2, parent: 2, slug: 'men', name: 'Men', position: 0 },
        ],
        sub_item: [
          { id: 1, parent: 1, slug: 'puna-yam', name: 'Puna yam', position: 0 },
          { id: 2, parent: 1, slug: 'potato', name: 'Sweet potato', position: 1 },
          { id: 3, parent: 2, slug: 'shirts', name: 'Shirts', position: 0 },
        ],
      },
      renamed: [],
      unchanged: 0,
    });
    expect(nothing).toEqual({ category: [], sub_category: [], sub_item: [] });
  });

  it('adds new names after the last one of the same parent', () => {
    expect(planFile(tree, 'Food,Tubers,Cocoyam,', 'Food,Grains,Rice,', 'Beauty,Men,Soap,')).toMatchObject({
      added: {
        category: [{ id: 6, slug: 'beauty', position: 5 }],
        sub_category: [
          { id: 13, parent: 3, slug: 'grains', position: 1 },
          // The slug of another parent's "Men" is in use.
          { id: 14, parent: 6, slug: 'beauty-men', position: 0 },
        ],
        sub_item: [
          { id: 24, parent: 11, slug: 'cocoyam', position: 7 },
          { id: 25, parent: 13, slug: 'rice', position: 0 },
          { id: 26, parent: 14, slug: 'soap', position: 0 },
        ],
      },
      renamed: [],
      unchanged: 0,
    });
  });

  it('renames a sub-item that is found by its slug, and the name that it had becomes free', () => {
    expect(planFile(tree, 'Food,Tubers,White yam,yam', 'Food,Tubers,Yam,yam-two')).toMatchObject({
      added: { ...nothing, sub_item: [{ id: 24, slug: 'yam-two', name: 'Yam', position: 7 }] },
      renamed: [{ id: 21, name: 'White yam' }],
      unchanged: 0,
    });
    expect(planFile(tree, 'Food,Tubers,White yam,yam', 'Food,Tubers,Cassava,')).toMatchObject({
      added: nothing,
      unchanged: 1,
    });
    expect(planFile(tree, 'Food,Tubers,YAM,yam')).toMatchObject({ renamed: [{ id: 21, name: 'YAM' }], unchanged: 0 });
  });

  test.each([
    [['Fashion,Men,Yam,yam'], 'Line 2: "yam" exists under another parent, and a sub-item cannot be moved.'],
    [['Food,Tubers,Yam,white-yam'], 'Line 2: "Yam" already exists with the slug "yam".'],
    [['Food,Tubers,Yam,', 'Food,Tubers,cassava,yam'], 'Line 3: "cassava" already exists with the slug "cassava".'],
    [['Food!,Tubers,Yam,'], 'Line 2: no unused slug can be derived from "Food!".'],
    [['Food,Tubers,!?,'], 'Line 2: no unused slug can be derived from "!?".'],
    [
      ['Food,Tubers,Sweet,shirts-x', 'Fashion,Men,Shirts-x,', 'Fashion,Boys,Men shirts x,', 'Fashion,Men,Shirts x,'],
      'Line 5: no unused slug can be derived from "Shirts x".',
    ],
  ])('refuses the lines %j', (lines, reason) => {
    expect(planFile(tree, ...lines)).toBe(reason);
  });
});
