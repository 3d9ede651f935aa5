import { ARTICLE_COUNT, BANNER_COUNT, TILE_COUNT } from '@sokuwa/contract/home/home.rules.ts';
import type { Article, Banner, CategoryTile, HomeContent } from '@sokuwa/contract/home/home.schemas.ts';

/** The parts of the home page that are edited. */
export const HOME_PARTS = ['banners', 'tiles', 'articles'] as const;
export type HomePart = (typeof HOME_PARTS)[number];
export const PART_NAMES: Record<HomePart, string> = { banners: 'Banner', tiles: 'Tile', articles: 'Article' };

/** A draft on this device, and what it was made from. */
export type LocalDraft = { revision: number; base: HomeContent; content: HomeContent };

const isList = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every((item) => typeof item === 'object' && item !== null);
const isContent = (value: unknown): value is HomeContent =>
  typeof value === 'object' &&
  value !== null &&
  'banners' in value &&
  'tiles' in value &&
  'articles' in value &&
  isList(value.banners, BANNER_COUNT) &&
  isList(value.tiles, TILE_COUNT) &&
  isList(value.articles, ARTICLE_COUNT);

/** What was stored on the device; undefined if it has another shape, such as that of an earlier release. */
export const readLocalDraft = (stored: unknown): LocalDraft | undefined =>
  typeof stored === 'object' &&
  stored !== null &&
  'revision' in stored &&
  typeof stored.revision === 'number' &&
  'base' in stored &&
  isContent(stored.base) &&
  'content' in stored &&
  isContent(stored.content)
    ? { revision: stored.revision, base: stored.base, content: stored.content }
    : undefined;

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A name for each item, by which the same one is found in another version. */
const keyOf = {
  banners: ({ id }: Banner) => id,
  tiles: (_: CategoryTile, index: number) => String(index + 1),
  articles: ({ id }: Article) => id,
};
const keysOf = (content: HomeContent, part: HomePart): string[] =>
  part === 'banners'
    ? content.banners.map(keyOf.banners)
    : part === 'articles'
      ? content.articles.map(keyOf.articles)
      : content.tiles.map(keyOf.tiles);
type AnyItem = Banner | CategoryTile | Article;

const itemOf = (content: HomeContent, part: HomePart, key: string): AnyItem | undefined =>
  content[part][keysOf(content, part).indexOf(key)];

/** How many items differ, with their order. */
export const countChanges = (content: HomeContent, base: HomeContent): number =>
  HOME_PARTS.reduce((sum, part) => {
    const keys = keysOf(content, part);
    const changed = keys.filter((key) => !isSame(itemOf(content, part, key), itemOf(base, part, key))).length;
    return sum + changed + (isSame(keys, keysOf(base, part)) ? 0 : 1);
  }, 0);

/** A choice between two versions: `banners order`, `banners fabrics`, or a whole part if its items are others. */
export type ConflictKey = string;

const hasSameItems = (part: HomePart, ...versions: HomeContent[]): boolean =>
  new Set(versions.map((content) => keysOf(content, part).toSorted().join(' '))).size === 1;

/** The content in the parts that conflict separately. */
const toUnits = (content: HomeContent, others: readonly HomeContent[]): Record<ConflictKey, unknown> =>
  Object.fromEntries(
    HOME_PARTS.flatMap((part): [ConflictKey, unknown][] => {
      if (!hasSameItems(part, content, ...others)) return [[part, content[part]]];
      const keys = keysOf(content, part);
      return [
        [`${part} order`, keys],
        ...keys.map((key): [ConflictKey, unknown] => [`${part} ${key}`, itemOf(content, part, key)]),
      ];
    }),
  );

/** What both have changed, to something different. */
export const findHomeConflicts = (mine: HomeContent, theirs: HomeContent, base: HomeContent): ConflictKey[] => {
  const units = [toUnits(mine, [theirs, base]), toUnits(theirs, [mine, base]), toUnits(base, [mine, theirs])] as const;
  return Object.keys(units[0]).filter((key) => {
    const [own, other, before] = units.map((unit) => unit[key]);
    return !isSame(own, other) && !isSame(own, before) && !isSame(other, before);
  });
};

/**
 * Both versions together: what only one has changed, and of the conflicts what was chosen.
 * @param takesTheirs the conflicts in which their value is taken
 */
export const mergeHome = (
  mine: HomeContent,
  theirs: HomeContent,
  base: HomeContent,
  takesTheirs: readonly ConflictKey[],
): HomeContent => {
  const [own, other, before] = [
    toUnits(mine, [theirs, base]),
    toUnits(theirs, [mine, base]),
    toUnits(base, [mine, theirs]),
  ];
  const choose = (key: ConflictKey): unknown =>
    isSame(own[key], before[key]) || takesTheirs.includes(key) ? other[key] : own[key];
  const merge = (part: HomePart): unknown => {
    if (part in own) return choose(part);
    return (choose(`${part} order`) as string[]).map((key) => choose(`${part} ${key}`));
  };
  return { banners: merge('banners'), tiles: merge('tiles'), articles: merge('articles') } as HomeContent;
};

export const BACKGROUNDS = [
  { value: 'light', label: 'Dark text, for a light picture' },
  { value: 'dark', label: 'White text, for a dark picture' },
];
export const TINTS = (['indigo', 'marigold', 'teal', 'palm', 'shea'] as const).map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}));

const describeValue = (value: string | string[]): string =>
  [...BACKGROUNDS, ...TINTS].find((option) => option.value === value)?.label ?? [value].flat().join(' ');

/** What the fields of banners, tiles and articles are called. */
const FIELD_NAMES: Record<Exclude<keyof Banner | keyof CategoryTile | keyof Article, 'id'>, string> = {
  headline: 'Headline',
  title: 'Title',
  text: 'Teaser',
  paragraphs: 'Text',
  slug: 'Category',
  img: 'Picture',
  img_tall: 'Picture for phones',
  alt: 'Text for those who can’t see the picture',
  background: 'Text on it',
  colour: 'Colour above the picture',
  tint: 'Colour',
  link: 'Leads to',
  link_label: 'Button',
};

const nameItem = (item: AnyItem | undefined): string =>
  (item && ('headline' in item ? item.headline : item.title)) ?? '';

/** The fields of an item that are different in another version of it. */
const describeChanges = (item: AnyItem, other: AnyItem): string => {
  const before = new Map<string, unknown>(Object.entries(other));
  return Object.entries(item)
    .filter(([name, value]) => !isSame(value, before.get(name)))
    .map(([name, value]) => `${FIELD_NAMES[name as keyof typeof FIELD_NAMES]}: ${describeValue(value)}`)
    .join(' · ');
};

/** A version of a conflict for a person. @param other the version that it is compared with */
export const describeUnit = (
  content: HomeContent,
  [other, ...rest]: readonly [HomeContent, ...HomeContent[]],
  key: ConflictKey,
): string => {
  const unit = toUnits(content, [other, ...rest])[key] as AnyItem | string[] | AnyItem[];
  if (!Array.isArray(unit)) return describeChanges(unit, toUnits(other, [content, ...rest])[key] as AnyItem);
  const part = key.split(' ')[0] as HomePart;
  return unit.map((item) => nameItem(typeof item === 'string' ? itemOf(content, part, item) : item)).join(', ');
};

/** What a conflict is about: 'Banner “Ankara by the yard”', 'Order of the banners'. */
export const nameConflict = (mine: HomeContent, key: ConflictKey): string => {
  const [part = 'banners', ...rest] = key.split(' ') as [HomePart, ...string[]];
  const id = rest.join(' ');
  if (id === '') return `All ${part}`;
  if (id === 'order') return `Order of the ${part}`;
  return `${PART_NAMES[part]} “${nameItem(itemOf(mine, part, id))}”`;
};

/** The texts that must not be empty. */
const REQUIRED = {
  banners: ['headline', 'alt', 'link'],
  tiles: ['title', 'slug'],
  articles: ['title', 'text', 'link_label', 'link'],
} as const;

export type Missing = { part: HomePart; index: number; field: string };

/** What is still to be written before the draft can be saved. */
export const findMissing = (content: HomeContent): Missing[] =>
  HOME_PARTS.flatMap((part) =>
    content[part].flatMap((item, index) => {
      const texts = item as unknown as Record<string, unknown>;
      const missing: Missing[] = REQUIRED[part]
        .filter((field) => String(texts[field] ?? '').trim() === '')
        .map((field) => ({ part, index, field }));
      const isBare = part === 'articles' && content.articles[index]?.paragraphs.every((text) => text.trim() === '');
      return isBare ? [...missing, { part, index, field: 'paragraphs' }] : missing;
    }),
  );

/** The paragraphs of a text field, which empty lines divide. */
export const toParagraphs = (text: string): string[] => {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return paragraphs.length > 0 ? paragraphs : [''];
};
