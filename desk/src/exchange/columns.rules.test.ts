import type { ProductImportDetail } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { describe, expect, it } from 'vitest';
import { describeDuplicate, describeIncomplete, previewLine, toColumnFields, toColumns } from './columns.rules.ts';

describe('the columns of a product file', () => {
  it('are the guess of the server', () => {
    const file = { header: ['Name', 'Foo', 'Cost'], columns: { title: 0, price: 2 } } as unknown as ProductImportDetail;
    expect(toColumnFields(file)).toEqual(['title', '', 'price']);
    expect(toColumns(['title', '', 'price'])).toEqual({ title: 0, price: 2 });
  });

  it('need a field by which products are known, and each field once', () => {
    expect(describeIncomplete(['price', ''])).toMatch(/title, the handle or the SKU/);
    expect(describeIncomplete(['sku', ''])).toBeUndefined();
    expect(describeIncomplete(['sku', 'sku'])).toBe('Choose each field once.');
    expect(describeDuplicate(['', 'sku', '', 'sku'], 3)).toMatch(/already/);
    expect(describeDuplicate(['', 'sku', '', 'sku'], 2)).toBeUndefined();
  });

  it('give a preview, without empty cells', () => {
    expect(previewLine(['price', 'title', 'sku', ''], ['5', ' Yam ', '', 'x'])).toEqual({
      name: 'Yam',
      values: [{ field: 'price', value: '5' }],
    });
    expect(previewLine(['price', 'title'], [])).toEqual({ name: '', values: [] });
  });
});
