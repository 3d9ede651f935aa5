import { MAX_RANKED_MATCHES, PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import { cardColumns, type ListPage, matchesFilters, orderBy, type ProductRow } from './catalog.sql.ts';
import { formatTsquery, type SearchTerm, type WordInfo } from './search.rules.ts';

/** The parts of a score: how well a name matches, from the noun of the title to a word of the description. */
const MATCH_SCORES = { noun: 1, head: 0.75, name: 0.5, category: 0.3, description: 0.1 } as const;
/** Added when the category has the word too: a search for rice prefers the category Rice to a "rice pot". */
const CATEGORY_BONUS = 0.4;
/** Added for a match of the word itself, so that it ranks before its synonyms. */
const OWN_WORD_BONUS = 0.05;
/** Factor of a product in another category than the best match: for "tea", a tea dress ranks after teas. */
const OTHER_CATEGORY_FACTOR = 0.9;
/** Factor of a product that has one of several terms only in its description. */
const PARTLY_DESCRIBED_FACTOR = 0.7;
/**
 * Factors of a product that has a modifier (a colour) only in its description, or not at all. The latter is below
 * MIN_SHARE_OF_BEST, so that products with the modifier hide products without it.
 */
const DESCRIBED_MODIFIER_FACTOR = 0.75;
const MISSING_MODIFIER_FACTOR = 0.5;
/** Products below this share of the best score are not shown. */
const MIN_SHARE_OF_BEST = 0.52;

/** Shorter words get neither completions nor corrections: too many words are alike. */
const MIN_WORD_LENGTH = 3;
const MAX_COMPLETIONS = 8;
/** Maximum words that differ by one letter, and words that share many letters, for the correction of one word. */
const MAX_ONE_EDIT_WORDS = 50;
const MAX_SIMILAR_WORDS = 5;

/**
 * The index is read for the newest slice, then for two, four, eight, and for sixteen slices at a time: each time has a cost
 * of its own, and a rare word needs them all.
 */
const DOUBLINGS = 4;
const MAX_SLICES_AT_ONCE = 2 ** DOUBLINGS;

/** SQL condition: the vocabulary has the `given` word, or one with the same stem. */
const isKnownWord = sql`(exists (select from search_word other where other.word = given.word)
  or exists (select from search_word other where word_stem(other.word) = word_stem(given.word)))`;

/** Where the terms of a search must match; see `selectMatches`. */
export type MatchScope = 'names' | 'text' | 'anyName';

/** SQL condition: the description of the candidate contains the term. A subquery, so that the long texts are read only if needed. */
const isDescribed = sql`(select search_all from product where id = candidate.id) @@ term.query`;

/** SQL expression: the score of a `candidate` over all rows of `term` (docs/decisions/search.md). */
const computeScore = (terms: readonly SearchTerm[]): RawBuilder<unknown> => sql`
  greatest(
      avg(
        case when candidate.search_names @@ term.noun or candidate.search_names @@ term.keyword then ${sql.lit(MATCH_SCORES.noun)}
          when candidate.search_names @@ term.head then ${sql.lit(MATCH_SCORES.head)}
          when candidate.search_names @@ term.query then ${sql.lit(MATCH_SCORES.name)}
          when candidate.search_names @@ term.category then ${sql.lit(MATCH_SCORES.category)}
          when ${isDescribed} then ${sql.lit(MATCH_SCORES.description)}
          else 0 end
        + case when candidate.search_names @@ term.category and candidate.search_names @@ term.query
          then ${sql.lit(CATEGORY_BONUS)} else 0 end
        + case when candidate.search_names @@ term.own then ${sql.lit(OWN_WORD_BONUS)} else 0 end
      ) filter (where not is_modifier),
      case when candidate.search_names @@ search.keyword then ${sql.lit(MATCH_SCORES.noun)} else 0 end)
    * case when ${sql.lit(terms.length > 1)} and bool_or(
        not candidate.search_names @@ term.query and not candidate.search_names @@ term.category)
      filter (where not is_modifier) then ${sql.lit(PARTLY_DESCRIBED_FACTOR)} else 1 end
    * coalesce(min(
        case when candidate.search_names @@ term.query or candidate.search_names @@ term.category then 1
          when ${isDescribed} then ${sql.lit(DESCRIBED_MODIFIER_FACTOR)}
          else ${sql.lit(MISSING_MODIFIER_FACTOR)} end
      ) filter (where is_modifier), 1)`;

/**
 * The CTEs `term` (one row for each term) and `search` (one row). In a materialized CTE a query is parsed once, not for
 * every row, and the statement is planned once for all searches.
 */
const buildTermCtes = (terms: readonly SearchTerm[]): RawBuilder<unknown> => {
  const format = (part: Parameters<typeof formatTsquery>[1]) => terms.map((term) => formatTsquery(term, part));
  return sql`
  term as materialized (
    select is_modifier, query, own, noun, head, category_query(query) as category, keyword_query(query) as keyword
    from (
      select is_modifier, to_tsquery('english', names) as query, to_tsquery('english', nouns) as noun,
        to_tsquery('english', heads) as head, to_tsquery('english', own_words) as own
      from unnest(${terms.map(({ isModifier }) => isModifier)}::boolean[], ${format('any')}::text[],
        ${format('noun')}::text[], ${format('head')}::text[],
        ${terms.map(({ words }) => words.join(' <-> '))}::text[]) as given (is_modifier, names, nouns, heads, own_words)
    ) parsed
    where numnode(query) > 0
  ), search as materialized (
    select every_term, any_term, every_term::text like '%<%' as has_phrase, keyword from (
      select string_agg('(' || query::text || ' | ' || category::text || ')', ' & ')::tsquery as every_term,
        string_agg('(' || query::text || ')', ' | ')::tsquery as any_term,
        keyword_query(to_tsquery('english', ${terms
          .filter(({ isModifier }) => !isModifier)
          .flatMap(({ words }) => words)
          .join(' <-> ')})) as keyword
      from term where not is_modifier
    ) parsed
  )`;
};

/** A query of at most MAX_RANKED_MATCHES products that match within the scope; it reads the CTE `search`. */
const buildCandidateQuery = (
  terms: readonly SearchTerm[],
  scope: MatchScope,
  filters: ListFilters,
): RawBuilder<unknown> => {
  const depth = sql.lit(MAX_RANKED_MATCHES);
  const matching = (
    vector: 'search_names' | 'search_all',
    query: 'every_term' | 'any_term',
    condition: RawBuilder<unknown>,
  ) => {
    const inSlices = (slicedQuery: RawBuilder<unknown>, limit: number) => sql`
      select p.id, p.search_names, p.category_id, p.sale_kobo, p.discount_percent from product p
      where in_slice(p.${sql.ref(vector)}, p.id) @@ ${slicedQuery}
        and (not search.has_phrase or p.${sql.ref(vector)} @@ search.${sql.ref(query)})
        and ${condition} and ${matchesFilters(filters)} limit ${sql.lit(limit)}`;
    // slice_query() takes long, so it is called once, for the slice 0.
    const textInSlice = sql`replace(template.query, '#0''', '#' || slice || '''')`;
    // Several slices together return matches in no order. That is enough if all of them can be ranked.
    return sql`
    (select matched.* from search
      cross join (select max(id) >> 16 as newest from product) slices
      cross join lateral (select slice_query(search.${sql.ref(query)}, 0)::text as query) template
      cross join lateral generate_series(0, ${sql.lit(DOUBLINGS)} + slices.newest / ${sql.lit(MAX_SLICES_AT_ONCE)}) step
      cross join lateral (
        select 1 << least(step, ${sql.lit(DOUBLINGS)}) as size,
          slices.newest + 1 - (1 << least(step, ${sql.lit(DOUBLINGS)}))
            - ${sql.lit(MAX_SLICES_AT_ONCE)} * greatest(step - ${sql.lit(DOUBLINGS)}, 0) as newest
      ) batch
      cross join lateral (
        with together as materialized (${inSlices(
          sql`(select string_agg('(' || ${textInSlice} || ')', ' | ')::tsquery
            from generate_series(greatest(0, batch.newest + 1 - batch.size), batch.newest) slice)`,
          MAX_RANKED_MATCHES + 1,
        )})
        (select * from together
          where batch.size > 2 and (select count(*) from together) <= ${depth} order by id desc)
        union all
        (select in_one.* from generate_series(batch.newest, greatest(0, batch.newest + 1 - batch.size), -1) slice
          cross join lateral (${inSlices(sql`${textInSlice}::tsquery`, MAX_RANKED_MATCHES)}) in_one
          where batch.size <= 2 or (select count(*) from together) > ${depth})
      ) matched
      where batch.newest >= 0 limit ${depth})`;
  };
  const hasRequired = sql`search.any_term is not null`;
  const matches = {
    names: sql`
      ${matching('search_names', 'every_term', hasRequired)}
      ${terms.length > 1 ? sql`union all ${matching('search_all', 'every_term', sql`not p.search_names @@ search.every_term and p.search_names @@ search.any_term`)}` : sql``}`,
    text: matching('search_all', 'every_term', hasRequired),
    anyName: matching('search_names', 'any_term', hasRequired),
  }[scope];
  return sql`select * from (${matches}) matched limit ${depth}`;
};

/**
 * One page of the products that match, best first. At most MAX_RANKED_MATCHES matches are ranked, taken from the
 * newest slices (the SQL function in_slice()), so that a common word takes little more time in a larger catalogue.
 * @param scope `names`: names contain at least one term, and names or text contain the others; `text`: the text
 *   contains each term; `anyName`: names contain at least one term
 */
export const selectMatches = async (
  db: Database,
  terms: readonly SearchTerm[],
  scope: MatchScope,
  sort: ListSort | 'relevance',
  filters: ListFilters,
  page: number,
): Promise<ListPage> => {
  const order = sort === 'relevance' ? sql`found.score desc, p.id desc` : orderBy[sort];
  const { rows } = await sql<{ count: number; page: ProductRow[] | null }>`
    with ${buildTermCtes(terms)}, candidate as materialized (
      ${buildCandidateQuery(terms, scope, filters)}
    ), scored as materialized (
      select candidate.id, candidate.category_id, candidate.sale_kobo, candidate.discount_percent, rating.score
      from candidate, search cross join lateral (
        select ${computeScore(terms)} as score
        from term
      ) rating
    ), best as materialized (
      select score, mode() within group (order by category_id) as category_id from scored
      where score = (select max(score) from scored) group by score
    ), relevant as materialized (
      select p.id, p.score, p.sale_kobo, p.discount_percent from best cross join lateral (
        select id, sale_kobo, discount_percent,
          case when category_id = best.category_id then score else score * ${sql.lit(OTHER_CATEGORY_FACTOR)} end as score
        from scored
      ) p
      where p.score >= ${sql.lit(MIN_SHARE_OF_BEST)} * best.score
    ), found as (
      select p.id, p.score from relevant p
      order by ${sort === 'relevance' ? sql`p.score desc, p.id desc` : order}
      limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}
    )
    select (select count(*) from relevant) as count,
      (select json_agg(card) from (
        select ${cardColumns} from found join product p on p.id = found.id order by ${order}
      ) card) as page`.execute(db);
  return { count: rows[0]?.count ?? 0, rows: rows[0]?.page ?? [] };
};

/** The words that are in the catalogue's vocabulary, in any form. */
export const selectKnownWords = async (db: Database, words: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${[...words]}::text[]) given (word)
    where ${isKnownWord}`.execute(db);
  return new Set(rows.map(({ word }) => word));
};

/** Looks up each word in the catalogue's vocabulary. */
export const selectWordInfo = async (db: Database, words: readonly string[]): Promise<Map<string, WordInfo>> => {
  const { rows } = await sql<WordInfo>`
    select word, is_stop_word as "isStopWord", is_known as "isKnown",
      case when is_stop_word or is_known or length(word) < ${sql.lit(MIN_WORD_LENGTH)} then '{}' else array(
        select other.word from search_word other where other.word like info.word || '%' order by length(other.word), other.word limit ${sql.lit(MAX_COMPLETIONS)}
      ) end as completions,
      case when is_stop_word or is_known or length(word) < ${sql.lit(MIN_WORD_LENGTH)} then '{}' else array(
        (select other.word from search_word other where one_letter_less(other.word) && one_letter_less(info.word) limit ${sql.lit(MAX_ONE_EDIT_WORDS)})
        union
        (select other.word from search_word other where other.word % info.word order by similarity(other.word, info.word) desc, other.word limit ${sql.lit(MAX_SIMILAR_WORDS)})
        order by word
      ) end as similar
    from (
      select word, to_tsvector('english', word) = '' as is_stop_word,
        ${isKnownWord} as is_known
      from unnest(${[...words]}::text[]) given (word)
    ) info`.execute(db);
  return new Map(rows.map((info) => [info.word, info]));
};
