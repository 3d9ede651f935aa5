import type { ListSearch } from '../lib/list-search.ts';

const PARTS = [
  'section',
  'query',
  'categoryId',
  'subCategoryId',
  'min_price',
  'max_price',
  'sort',
  'in_stock',
] as const;

/**
 * What else a list's address says, for a form that changes a part of it and goes by itself where there is no script.
 * The list starts at its first page again.
 */
export function KeptParts({ of: search, but }: { of: ListSearch; but: readonly (typeof PARTS)[number][] }) {
  const kept = PARTS.filter((name) => search[name] !== undefined && !but.includes(name));
  return (
    <>
      {kept.map((name) => (
        <input key={name} type="hidden" name={name} value={String(search[name])} />
      ))}
      <input type="hidden" name="page" value="1" />
    </>
  );
}
