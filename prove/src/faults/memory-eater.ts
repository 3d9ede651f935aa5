import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const BUILT_PAGES = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** How much memory the page takes, if nobody ends it: more than a thread may have, and less than the machine has. */
export const EATEN_BYTES = 2 * 2 ** 30;

/** Renders the shop's pages, and two that take memory until their thread is ended. */
const bundle = (realBundle: string) => `
import { render as renderPage } from ${JSON.stringify(realBundle)};
const CHUNK = 8_000_000;
const eat = (createChunk) => {
  const eaten = [];
  for (let bytes = 0; bytes < ${EATEN_BYTES}; bytes += CHUNK) eaten.push(createChunk());
  for (;;) eaten.at(-1);
};
export const render = (path, context) => {
  if (path.startsWith('/eats-objects')) eat(() => Array.from({ length: CHUNK / 8 }, () => 1.5));
  if (path.startsWith('/eats-buffers')) eat(() => Buffer.alloc(CHUNK, 1));
  return renderPage(path, context);
};
`;

/** Creates a folder of pages (PAGES_DIR) like the built one, with the two pages. */
export const createEatingPages = async (folder: string): Promise<void> => {
  await symlink(join(BUILT_PAGES, 'client'), join(folder, 'client'));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/server.js'), bundle(pathToFileURL(join(BUILT_PAGES, 'server/server.js')).href));
};
