const WIDTHS = {
  // Few: a list page repeats them for fifty cards in two formats.
  card: [240, 400, 640],
  product: [160, 240, 320, 400, 480, 640, 800],
  banner: [480, 640, 800, 1200, 1600],
} as const;
/** With the data saver on: about one image pixel per CSS pixel on a phone. */
const DATA_SAVER_WIDTHS = { card: [240], product: [160, 240, 400], banner: [480, 640] } as const;

const baseOf = (src: string): string | undefined =>
  /^(?<base>\/media\/.+)\/\d+\.(?:webp|avif)$/.exec(src)?.groups?.base;

/** Whether the picture is one of the shop's own, which has several sizes and formats. */
export const hasPictureSources = (src: string): boolean => baseOf(src) !== undefined;

/**
 * The srcset in AVIF and WebP for `/media/<key>/<width>.webp`; undefined for any other URL. Also used for
 * `<link rel="preload" as="image" imageSrcSet>`.
 * @param dataSaver only the small widths
 */
export function pictureSources(
  src: string,
  kind: keyof typeof WIDTHS,
  dataSaver = false,
): { avif: string; webp: string } | undefined {
  const base = baseOf(src);
  if (base === undefined) return undefined;
  const widths = (dataSaver ? DATA_SAVER_WIDTHS : WIDTHS)[kind];
  const srcSet = (format: string) => widths.map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
  return { avif: srcSet('avif'), webp: srcSet('webp') };
}
