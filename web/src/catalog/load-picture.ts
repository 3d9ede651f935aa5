import { pictureSources } from '@sokuwa/ui/picture-sources.ts';
import type { useRouter } from '@tanstack/react-router';
import { wantsSaving } from '../data-saver/index.ts';

/** The last pictures stay in memory: to read a file from the browser's cache takes longer than a frame. */
const MAX_KEPT = 8;
const kept: HTMLImageElement[] = [];

// Pictures that were loaded before a service worker took the page over are not in the memory cache that the page uses from then on.
// This reads them from the browser's cache.
if (!import.meta.env.SSR)
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    for (const image of kept) image.setAttribute('src', image.getAttribute('src') ?? '');
  });

/** Whether pages, data and pictures may be loaded that the visitor has not asked for: not while data is saved. */
export const mayPreload = ({ options }: ReturnType<typeof useRouter>): boolean =>
  options.defaultPreload !== false && !wantsSaving();

/** Whether one of the last pictures is loaded. */
export const isLoaded = (src: string): boolean =>
  kept.some((image) => image.complete && image.naturalWidth > 0 && image.getAttribute('src') === src);

/**
 * Loads the file that a `Picture` with the same properties will select while no data is saved (`mayPreload`).
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
    image.setAttribute('src', src);
  });
