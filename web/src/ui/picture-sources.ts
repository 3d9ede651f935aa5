const WIDTHS = {
  // Fifty cards a page: every width that is offered is written fifty times in two formats.
  card: [240, 400, 640],
  goods: [160, 240, 320, 400, 480, 640, 800],
  banner: [480, 640, 800, 1200, 1600],
} as const;

/**
 * The srcset of both formats for `/media/<key>/<width>.webp`, or undefined for an address of another form.
 * Also what a `<link rel="preload" as="image" imageSrcSet>` needs.
 */
export function pictureSources(src: string, kind: keyof typeof WIDTHS): { avif: string; webp: string } | undefined {
  const base = /^(?<base>\/media\/.+)\/\d+\.(?:webp|avif)$/.exec(src)?.groups?.base;
  if (base === undefined) return undefined;
  const set = (format: string) => WIDTHS[kind].map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
  return { avif: set('avif'), webp: set('webp') };
}
