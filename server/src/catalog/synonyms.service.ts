import { MAX_TRIED } from '@sokuwa/contract/catalog/synonyms.rules.ts';
import type { SynonymList, SynonymsTrialResult } from '@sokuwa/contract/catalog/synonyms.schemas.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { Search } from './search.service.ts';
import { findSynonymProblems } from './synonyms.rules.ts';
import * as store from './synonyms.sql.ts';

const present = (row: store.SynonymsRow | undefined, builtIn: string): SynonymList => ({
  revision: row?.revision ?? 0,
  list: row?.list ?? builtIn,
  is_built_in: row?.list == null,
  changed_at: row?.changed_at?.toISOString() ?? null,
  changed_by: row?.changed_by ?? null,
});

/** The synonyms of the search, as operators edit them. @param builtIn the list that the shop comes with */
export const readSynonyms = async (db: Database, builtIn: string): Promise<SynonymList> =>
  present(await store.selectSynonyms(db), builtIn);

/** Line breaks of all systems become \n, and the text ends with one. */
const tidyList = (list: string): string => `${list.replace(/\r\n?/g, '\n').trimEnd()}\n`;

/**
 * Replaces the synonyms of the search, which all nodes use within a second (SEARCH-18). Safe to repeat.
 * @param revision of the list that the change is made from; undefined: whichever it is
 * @param list null: the list that the shop comes with
 * @returns the list; synonyms_changed with the present one; invalid_input with the lines that are wrong
 */
export const changeSynonyms = (
  { db, builtIn }: { db: Database; builtIn: string },
  { revision, list }: { revision?: number; list: string | null },
  options: ActOptions,
): Promise<SynonymList | Refused<'synonyms_changed' | 'invalid_input'>> =>
  runAct(db, options, async (trx) => {
    const problems = list === null ? [] : findSynonymProblems(list);
    if (problems.length > 0) return refuse('invalid_input', { list: problems });
    const wanted = list === null ? null : tidyList(list);
    const row = await store.lockSynonyms(trx);
    const current = present(row, builtIn);
    const refuseChanged = (body: SynonymList) => ({ ...refuse('synonyms_changed'), currentBody: body });
    const isSame = (row?.list ?? null) === wanted;
    if (revision !== undefined && revision !== current.revision && !isSame) return refuseChanged(current);
    const { actor } = options.act;
    if (!isSame) {
      const next = { revision: current.revision + 1, list: wanted, changedBy: actor };
      if (!(await store.writeSynonyms(trx, next))) return refuseChanged(await readSynonyms(trx, builtIn));
    }
    const changed = await readSynonyms(trx, builtIn);
    return acted(changed, {
      action: 'synonyms replace',
      subject: 'search synonyms',
      before: { revision: current.revision, list: row?.list ?? null },
      after: { revision: changed.revision, list: wanted },
    });
  });

/** What a search finds with another list of synonyms than the present one (SEARCH-19). Changes nothing. */
export const trySynonyms = async (
  search: Search,
  { list, search: text }: { list: string; search: string },
): Promise<SynonymsTrialResult | Refused<'invalid_input'>> => {
  const problems = findSynonymProblems(list);
  if (problems.length > 0) return refuse('invalid_input', { list: problems });
  const filters = { inStock: false };
  const [tried, current] = [
    await search.find(text, 'relevance', filters, 1, list),
    await search.find(text, 'relevance', filters, 1),
  ];
  const shown = new Set(current.rows.slice(0, MAX_TRIED).map(({ id }) => id));
  return {
    terms: await search.explain(text, list),
    count: tried.count,
    present_count: current.count,
    results: tried.rows.slice(0, MAX_TRIED).map(({ id, title, category, products_images: [picture] }) => ({
      id,
      title,
      category,
      image_url: picture?.image_url ?? null,
      is_new: !shown.has(id),
    })),
  };
};
