import { z } from 'zod';
import { actReason, instant, optionalActReason } from '../operators/acts.schemas.ts';
import { block, idCursor, line } from '../text.schemas.ts';
import { ARTICLE_COUNT, BANNER_COUNT, SELLER_SITE_LINK, TILE_COUNT } from './home.rules.ts';

const MAX_PARAGRAPHS = 10;
const MAX_VERSION_ID = 2_147_483_647;

const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(text);
const isHttps = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** A page of the shop, a page elsewhere with https, or SELLER_SITE_LINK (HOME-58). */
const link = line(500).refine(
  (text) => text === SELLER_SITE_LINK || isOwnPath(text) || isHttps(text),
  'Write a path of the shop such as /product/list, or an address that begins with https://.',
);
const filled = (max: number) => line(max).refine((text) => text !== '', 'Write this.');
const id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Write lower-case letters, digits and hyphens.');
const key = z.string().regex(/^\/?[a-z0-9-]{1,120}(\/[a-z0-9-]{1,120}){0,5}(\.webp)?$/, 'Upload the picture first.');
/** Brightness of the background: dark text on light, white text on dark. */
const brightness = z.enum(['light', 'dark']);

export const banner = z.object({
  id,
  /** Media key of the 5:2 picture for wide screens. */
  img: key,
  /** Media key of the square picture for phones. */
  img_tall: key,
  alt: filled(200),
  headline: filled(40),
  background: brightness,
  /** The colour at the top of the square picture. On phones it continues above the picture, behind the text. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'Write a colour such as #fcc04a.'),
  link,
});
export type Banner = z.infer<typeof banner>;

const tile = z.object({
  /** Slug of the category that it opens. */
  slug: z.string().regex(/^[a-z0-9-]{1,80}$/, 'Choose a category.'),
  title: filled(40),
  img: key,
  background: brightness,
});
export type CategoryTile = z.infer<typeof tile>;

const article = z.object({
  id,
  title: filled(80),
  /** The teaser. */
  text: filled(200),
  /** Media key, or the path of a built-in picture. */
  img: key,
  tint: z.enum(['indigo', 'marigold', 'teal', 'palm', 'shea']),
  paragraphs: z
    .array(block(1000).refine((text) => text !== '', 'Write this.'))
    .min(1)
    .max(MAX_PARAGRAPHS),
  /** The button at the end. */
  link_label: filled(40),
  link,
});
export type Article = z.infer<typeof article>;

const hasUniqueIds = (items: readonly { id: string }[]): boolean =>
  new Set(items.map((item) => item.id)).size === items.length;
const UNIQUE_MESSAGE = 'Give each its own id.';

/** What operators decide on the home page. */
export const homeContent = z.object({
  banners: z.array(banner).length(BANNER_COUNT).refine(hasUniqueIds, UNIQUE_MESSAGE),
  tiles: z.array(tile).length(TILE_COUNT),
  articles: z.array(article).length(ARTICLE_COUNT).refine(hasUniqueIds, UNIQUE_MESSAGE),
});
export type HomeContent = z.infer<typeof homeContent>;

export const shownHome = homeContent.extend({
  /** Whether it is the content that the shop comes with, which pages have already. */
  built_in: z.boolean(),
});
export type ShownHome = z.infer<typeof shownHome>;

/** With the token of a preview, the content that it shows. */
export const homeQuery = z.object({ preview: z.string().max(100).optional() });
export type HomeQuery = z.input<typeof homeQuery>;

/**
 * `scheduled`: not begun. `showing`: what visitors see. `hidden`: begun, but a later one shows. `ended`: its time is over. `cancelled`: before
 * it began.
 */
const state = z.enum(['scheduled', 'showing', 'hidden', 'ended', 'cancelled']);
export const homeVersion = z.object({
  id: z.number().int(),
  state,
  /** ISO 8601, UTC. */
  starts_at: z.string(),
  /** Null: until another version begins. */
  ends_at: z.string().nullable(),
  published_at: z.string(),
  /** As in the audit log. */
  published_by: z.string(),
  /** Headline of the first banner. */
  headline: z.string(),
});
export type HomeVersion = z.infer<typeof homeVersion>;
export const homeVersionDetail = homeVersion.extend({ content: homeContent });
export type HomeVersionDetail = z.infer<typeof homeVersionDetail>;
export const homeVersions = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(homeVersion),
});
export type HomeVersions = z.infer<typeof homeVersions>;
export const versionsQuery = z.object({ cursor: idCursor(MAX_VERSION_ID).optional() });
export type VersionsQuery = z.input<typeof versionsQuery>;

const draft = z.object({ content: homeContent, saved_at: z.string(), saved_by: z.string() });
export const homeState = z.object({
  /** What visitors see now; `version` is null while the built-in content shows. */
  showing: z.object({ version: homeVersion.nullable(), content: homeContent }),
  /** By their time. */
  scheduled: z.array(homeVersion),
  /** Null after it was published; then an editor starts with what is showing. */
  draft: draft.nullable(),
  /** Of the draft: send it with the next change. */
  revision: z.number().int(),
});
export type HomeState = z.infer<typeof homeState>;

const revision = z.int('Send the revision of the draft.').min(0);
export const draftChange = z.object({ revision, content: homeContent });
export type DraftChange = z.input<typeof draftChange>;

export const publication = z
  .object({
    revision,
    /** Omitted: now. */
    starts_at: instant.optional(),
    /** What showed before shows again then. */
    ends_at: instant.optional(),
  })
  .extend(optionalActReason.shape);
export type Publication = z.input<typeof publication>;

export const reversion = z
  .object({
    /** Null: the built-in content. */
    version: z.int().min(1).max(MAX_VERSION_ID).nullable(),
  })
  .extend(actReason.shape);
export type Reversion = z.input<typeof reversion>;
export const cancellation = optionalActReason;

export const previewRequest = z.object({
  /** Null: the draft. */
  version: z.int().min(1).max(MAX_VERSION_ID).nullable(),
});
export type PreviewRequest = z.input<typeof previewRequest>;
export const preview = z.object({
  /** The page of the shop that shows it. */
  url: z.string(),
  expires_at: z.string(),
});
export type Preview = z.infer<typeof preview>;

/** The multipart form with a new picture. The name of its field says what it is for. */
export const pictureForm = z.union([
  z.object({ wide: z.file() }),
  z.object({ tall: z.file() }),
  z.object({ tile: z.file() }),
  z.object({ article: z.file() }),
]);
export const homePicture = z.object({
  /** For the content. */
  key: z.string(),
  /** Path of the picture. */
  url: z.string(),
  /** The average colour along its top edge. */
  colour: z.string(),
  /** What suits that colour better. */
  background: brightness,
});
export type HomePicture = z.infer<typeof homePicture>;
