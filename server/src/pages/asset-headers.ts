import { basename } from 'node:path';

/** The names that the build gives to scripts and styles: a name, eight characters of a hash, and the extension. */
const HASHED_NAME = /^([\w.-]+)-[\w-]{8}(\.(?:js|css))$/;

/** The URLs of a file in all releases, as a URL pattern; undefined for a file without a hash in its name. */
export const urlPatternOf = (name: string): string | undefined => {
  const [, base, extension] = HASHED_NAME.exec(name) ?? [];
  return base && `/assets/${base}-*${extension}`;
};

/** The headers by which a browser keeps the response as the dictionary of the file's next versions. */
export const dictionaryHeaders = (path: string): Record<string, string> => {
  const match = urlPatternOf(basename(path));
  return {
    vary: 'accept-encoding, available-dictionary',
    ...(match !== undefined && { 'use-as-dictionary': `match="${match}"` }),
  };
};

/** Headers of a script or style that is not read from a file. */
export const assetHeaders = (path: string): Record<string, string> => ({
  ...dictionaryHeaders(path),
  'content-type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
});
