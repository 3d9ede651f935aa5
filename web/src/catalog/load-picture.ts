import { pictureSources } from '@sokuwa/ui/picture-sources.ts';

/** The last ones are kept, or the browser would read them from its cache again, which takes longer than a frame. */
const MAX_KEPT = 8;
const kept: HTMLImageElement[] = [];

/**
 * Loads the file that a `Picture` with the same properties will select.
 * @returns resolves when it is loaded, or cannot be
 */
export const loadPicture = (
  src: string,
  kind: 'card' | 'product' | 'banner',
  sizes: string,
  fetchPriority: 'high' | 'low',
): Promise<void> =>
  new Promise((resolve) => {
    const picture = document.createElement('picture');
    for (const [format, srcset] of Object.entries(pictureSources(src, kind) ?? {})) {
      const source = document.createElement('source');
      picture.append(Object.assign(source, { type: `image/${format}`, sizes, srcset }));
    }
    const image = new Image();
    picture.append(image);
    kept.push(image);
    if (kept.length > MAX_KEPT) kept.shift();
    image.onload = image.onerror = () => resolve();
    image.fetchPriority = fetchPriority;
    image.src = src;
  });
