import { pictureSources } from '@sokuwa/ui/picture-sources.ts';
import type { useRouter } from '@tanstack/react-router';
import { wantsSaving } from '../data-saver/index.ts';

/** The last pictures stay in memory: to read a file from the browser's cache takes longer than a frame. */
const MAX_PICTURES = 8;
const pictures: HTMLImageElement[] = [];

// When a service worker takes control of the page, the browser no longer uses pictures in its memory cache that were loaded before.
// Setting the same `src` again reads them from the HTTP cache.
if (!import.meta.env.SSR)
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    for (const image of pictures) image.setAttribute('src', image.getAttribute('src') ?? '');
  });

/** Whether pages, data and pictures may be loaded that the visitor has not asked for: not while data is saved. */
export const mayPreload = ({ options }: ReturnType<typeof useRouter>): boolean =>
  options.defaultPreload !== false && !wantsSaving();

/** Whether `loadPicture` has loaded this file, and still has it in memory. */
export const isLoaded = (src: string): boolean =>
  pictures.some((image) => image.complete && image.naturalWidth > 0 && image.getAttribute('src') === src);

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
    pictures.push(image);
    if (pictures.length > MAX_PICTURES) pictures.shift();
    image.onload = image.onerror = () => resolve();
    image.fetchPriority = fetchPriority;
    image.setAttribute('src', src);
  });
