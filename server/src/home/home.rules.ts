import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { HOME_PICTURES, type HomePictureShape } from '@sokuwa/contract/home/home.rules.ts';
import type { HomeContent, HomePicture, HomeVersion } from '@sokuwa/contract/home/home.schemas.ts';
import type { Colour } from '../ports/media/measure-picture.ts';

/** Relative luminance (WCAG 2.2) at which ink and white have the same contrast. */
const MIDDLE_LUMINANCE = 0.18;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A measured colour as the content has it, and whether text on it is dark (`light`) or white (`dark`). */
export const describeColour = ({ r, g, b }: Colour): Pick<HomePicture, 'colour' | 'background'> => ({
  colour: `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
  background: 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > MIDDLE_LUMINANCE ? 'light' : 'dark',
});

/** Whether the text names a kind of picture, as the field of an upload does. */
export const isPictureShape = (text: string): text is HomePictureShape => Object.hasOwn(HOME_PICTURES, text);

/** Media keys of the built-in pictures, which are stored before the shop starts. */
export const BUILT_IN_PICTURES: readonly string[] = [
  ...DEFAULT_HOME.banners.flatMap(({ img, img_tall }) => [img, img_tall]),
  ...DEFAULT_HOME.tiles.map(({ img }) => img),
];

type UsedPicture = { key: string; shape: HomePictureShape };

/** The uploaded pictures that the content shows, and where. Built-in ones may be anywhere. */
export const listUploadedPictures = ({ banners, tiles, articles }: HomeContent): UsedPicture[] => {
  const builtIn = new Set([...BUILT_IN_PICTURES, ...DEFAULT_HOME.articles.map(({ img }) => img)]);
  const used: UsedPicture[] = [
    ...banners.flatMap(({ img, img_tall }): UsedPicture[] => [
      { key: img, shape: 'wide' },
      { key: img_tall, shape: 'tall' },
    ]),
    ...tiles.map(({ img }): UsedPicture => ({ key: img, shape: 'tile' })),
    ...articles.map(({ img }): UsedPicture => ({ key: img, shape: 'article' })),
  ];
  return used.filter(({ key }) => !builtIn.has(key));
};

/** The slugs of tiles that must be those of categories. Those of the built-in tiles may be missing (HOME-55). */
export const listTileSlugs = ({ tiles }: HomeContent): string[] => {
  const builtIn = new Set(DEFAULT_HOME.tiles.map(({ slug }) => slug));
  return tiles.map(({ slug }) => slug).filter((slug) => !builtIn.has(slug));
};

type Period = { starts_at: Date; ends_at: Date | null; cancelled_at: Date | null };

/** What has become of a version at a time. @param isShowing whether it is the one that visitors see */
export const stateOf = (
  { starts_at, ends_at, cancelled_at }: Period,
  now: Date,
  isShowing: boolean,
): HomeVersion['state'] => {
  if (isShowing) return 'showing';
  if (cancelled_at) return 'cancelled';
  if (starts_at > now) return 'scheduled';
  return ends_at && ends_at <= now ? 'ended' : 'hidden';
};
