import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT_PAGES = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const HASHED_NAME = /([\w.-]+-)([\w-]{8})(\.(?:js|css))/g;

/** The name of a built file in the earlier release: the first characters of its hash are other ones. */
export const toEarlierName = (name: string): string =>
  name.replaceAll(HASHED_NAME, (_, base, hash, extension) => `${base}old${hash.slice(3)}${extension}`);

/**
 * Copies the built pages as a release before them: every script and style has another name and another content.
 * @param folder receives the release, as a value of PAGES_DIR
 */
export const makeEarlierRelease = async (folder: string): Promise<void> => {
  await cp(BUILT_PAGES, folder, { recursive: true });
  const names = new Set(await readdir(join(folder, 'client/assets')));
  const rename = (text: string) =>
    text.replaceAll(HASHED_NAME, (name) => (names.has(name) ? toEarlierName(name) : name));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (/^client\/assets\/.*\.(?:br|gz)$/.test(path.slice(folder.length + 1))) await rm(path);
    else if (/\.(?:js|css)$/.test(entry.name)) {
      const text = rename(await readFile(path, 'utf8'));
      await rm(path);
      await writeFile(join(entry.parentPath, rename(entry.name)), `${text}\n/* the release before */\n`);
    }
  }
};
