import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { bucketEnd, bucketStart, priceBucket } from './catalog.rules.ts';
import { foldText, formatTsquery, parseSynonyms, searchTerms, searchWords } from './search.rules.ts';

/** The largest price in kobo for which the end of the bucket is a safe integer. */
const MAX_PRICE = 9_006_999_999_999_999;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** The result of fold_text() for each text. */
const foldInDatabase = async (texts: string[]): Promise<string[]> => {
  const { rows } = await sql<{ folded: string }>`
    select fold_text(value) as folded from unnest(${texts}::text[]) with ordinality t (value, n) order by n`.execute(
    shop.db,
  );
  return rows.map(({ folded }) => folded);
};

describe('the functions of price buckets in the database', () => {
  it('return the same as those in the server', async () => {
    const edges = Array.from({ length: 16 }, (_, e) => [10 ** e - 1, 10 ** e, 10 ** e + 1]).flat();
    const amounts = [0, ...edges, ...fc.sample(fc.integer({ min: 0, max: MAX_PRICE }), 2000)].map(kobo);
    const { rows } = await sql<{ bucket: number; start: number; end: number }>`
      select bucket, price_bucket_start(bucket) as start, price_bucket_end(bucket) as end
      from unnest(${amounts}::bigint[]) with ordinality t (amount, n)
      cross join lateral (select price_bucket(amount) as bucket) b order by n`.execute(shop.db);
    const expected = amounts.map((amount) => {
      const bucket = priceBucket(amount);
      return { bucket, start: bucketStart(bucket), end: bucketEnd(bucket) };
    });
    expect(rows).toEqual(expected);
  });
});

describe('fold_text() in the database', () => {
  it.each([
    ['Yoruba', 'Ẹ̀wà àgànyìn, ọ̀gẹ̀dẹ̀ sísun, ÈLÙBỌ́, ẹja gbígbẹ, ọṣẹ dúdú, Ṣàkì'],
    ['Hausa', 'Ƙuli-ƙuli, ɗan wake, ɓaure, ʼyaʼyan itace, ƴan ƙasa, TUWON ƊAWA, Ɓ Ƙ Ƴ'],
    ['Igbo', 'Ọ̀gbọ̀nọ̀, ụgba, ịchaka, akpụ, Ñwa, ṅụọ, ỊHE NA ỤTỌ'],
    ['French', 'Crème brûlée à la noix, œufs, noël, ça, ŒUVRE, où, île, Ÿ'],
    ['Twi and Ewe', 'kɔkɔ, abɛ, ŋutsu, ɖɔɖɔ, ƒufɔfɔ, ƆKƆTƆ'],
    ['Portuguese, German, Danish, Polish, Turkish', 'açaí, pão, Straße, æble, øl, Łódź, ığdır, İstanbul'],
    ['combining marks', 'o\u0323\u0300gbo\u0323\u0300no\u0323\u0300 n\u0303'],
  ])('agrees with foldText() on %s', async (_, text) => {
    expect(await foldInDatabase([text])).toEqual([foldText(text)]);
  });

  it('agrees with foldText() on every Latin letter, and on a letter with every combining mark', async () => {
    const letters = Array.from({ length: 0x2b0 }, (_, n) => String.fromCodePoint(n)).filter((c) => /\p{L}/u.test(c));
    const composed = Array.from({ length: 0x100 }, (_, n) => String.fromCodePoint(0x1e00 + n));
    const marked = Array.from({ length: 0x70 }, (_, n) => `o${String.fromCodePoint(0x300 + n)}`);
    // Historic letters may differ, and four letters of which unaccent() converts only the upper case.
    const all = [...letters, ...composed, ...marked].filter((c) => !/[ẚẜ-ẟỺ-ỿƖɩƦʀǶƕȠƞ]/.test(c));
    expect(await foldInDatabase(all)).toEqual(all.map(foldText));
  });

  it('agrees with foldText() on random texts', async () => {
    const letter = fc.constantFrom(
      ...'abzABZ019 àÉîõüçñẸọṣŚģȘʼɓƊƙŊɛɔ-\',.%&|!()<>:*\\"',
      ...'\u0300\u0301\u0302\u0303\u0304\u0323\u0328\u030c',
      ...'\u0434\u0416\u03b1\u03a9\u4e2d\u0e01\u1200\u07ca\u0627\u05d0🍠',
    );
    const texts = fc.sample(fc.string({ unit: letter, maxLength: 40 }), 2000);
    expect(await foldInDatabase(texts)).toEqual(texts.map(foldText));
  });
});

describe('tsquery()', () => {
  it('returns a valid query for any text', async () => {
    const texts = fc.sample(
      fc.oneof(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
        fc.string({ unit: fc.constantFrom(...'ab \'"\\%_&|!()<->:*\0\n½²ªⅣ٣ʼŉ🍠\ud800') }),
        fc.stringMatching(/^(yam|the|and|of|\W){0,12}$/),
      ),
      3000,
    );
    texts.push(
      'x'.repeat(10_000),
      "'".repeat(10_000),
      '🍠'.repeat(5000),
      'ab '.repeat(5000),
      '\0',
      'a\0b',
      '% %%',
      "a' & 'b",
      '!a | b:*',
    );
    const queries = texts.flatMap((text) => {
      const terms = searchTerms(searchWords(text), new Map([['ab', ['ab', 'cd ef']]]));
      return terms.flatMap((term) => (['any', 'head', 'noun'] as const).map((part) => formatTsquery(term, part)));
    });
    const { rows } = await sql<{ n: number }>`
      select count(to_tsquery('english', query))::integer as n from unnest(${queries}::text[]) query`.execute(shop.db);
    expect(rows[0]?.n).toBe(queries.length);
  });
});

describe('slice_query()', () => {
  it('matches in the given slice what the query matches, and nothing in another slice', async () => {
    const texts = [
      'leather bag',
      "the bag (of) 'leather'",
      "see example.com/a':b and x.com/a#15, or write to me@example.com",
      '½ yam ٣ ɓawon -1.5e3 a/b/c 2kg',
      ...fc.sample(fc.stringMatching(/^(yam|the|ab|[½ªⅣʼ'#:&|\\<>()-]|\W){1,12}$/), 2000),
    ].map((text) => text.replaceAll('\0', ' '));
    const synonyms = parseSynonyms('yam, ab the yam\nab, yam ab');
    const queries = texts.map((text) =>
      searchTerms(searchWords(text), synonyms)
        .map((term) => `(${formatTsquery(term, 'any')})`)
        .join(' & '),
    );
    const { rows } = await sql<{ found: number; missed: number; in_other_slice: number }>`
      select count(*) filter (where words @@ query)::integer as found,
        count(*) filter (where words @@ query and not in_slice(words, 15 << 16) @@ slice_query(query, 15))::integer as missed,
        count(*) filter (where in_slice(words, 15 << 16) @@ slice_query(query, 1))::integer as in_other_slice
      from unnest(${texts}::text[], ${queries}::text[]) as t (text, terms),
        to_tsvector('english', fold_text(text)) words, to_tsquery('english', terms) query`.execute(shop.db);
    expect(rows[0]).toMatchObject({ missed: 0, in_other_slice: 0 });
    expect(rows[0]?.found).toBeGreaterThan(500);
  });
});
