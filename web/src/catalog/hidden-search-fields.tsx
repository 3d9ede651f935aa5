import type { ListSearch } from '../lib/list-search.ts';

const FIELD_NAMES = [
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
 * Hidden fields with the other search params of a list, for a form that works without JavaScript. The list restarts at page 1.
 */
export function HiddenSearchFields({
  of: search,
  except,
}: {
  of: ListSearch;
  except: readonly (typeof FIELD_NAMES)[number][];
}) {
  const fields = FIELD_NAMES.filter((name) => search[name] !== undefined && !except.includes(name));
  return (
    <>
      {fields.map((name) => (
        <input key={name} type="hidden" name={name} value={String(search[name])} />
      ))}
      <input type="hidden" name="page" value="1" />
    </>
  );
}
