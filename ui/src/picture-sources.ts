const WIDTHS = {
  // Fifty cards a page: every width that is offered is written fifty times in two formats.
  card: [240, 400, 640],
  goods: [160, 240, 320, 400, 480, 640, 800],
  banner: [480, 640, 800, 1200, 1600],
} as const;
/** Sharp enough to choose by, where data is saved: about one pixel of the picture for one of a phone's layout. */
const SAVING_WIDTHS = { card: [240], goods: [160, 240, 400], banner: [480, 640] } as const;

/**
 * The srcset of both formats for `/media/<key>/<width>.webp`, or undefined for an address of another form.
 * Also what a `<link rel="preload" as="image" imageSrcSet>` needs.
 * @param saving offers the small ones alone
 */
export function pictureSources(
  src: string,
  kind: keyof typeof WIDTHS,
  saving = false,
): { avif: string; webp: string } | undefined {
  const base = /^(?<base>\/media\/.+)\/\d+\.(?:webp|avif)$/.exec(src)?.groups?.base;
  if (base === undefined) return undefined;
  const widths = (saving ? SAVING_WIDTHS : WIDTHS)[kind];
  const set = (format: string) => widths.map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
  return { avif: set('avif'), webp: set('webp') };
}
