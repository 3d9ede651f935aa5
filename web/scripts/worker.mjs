// Builds the service worker (src/offline/worker) after the pages, with the list of files that it precaches.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = new URL('../', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('dist/client/.vite/manifest.json', web), 'utf8'));

/** The routes whose files are precached, so that they work offline. Home, lists and products are in the file `parts` as well. */
const OFFLINE_ROUTES = /^src\/routes\/product\.(?:list|list_\.\$id|details\.\$id|shopping\.cart)\.tsx/;
const isOnlineRoute = (key) => key.startsWith('src/routes/') && !OFFLINE_ROUTES.test(key);

/** The files of an entry and of everything that it imports, except other routes. */
const files = new Set();
const visited = new Set();
const collectFiles = (key) => {
  if (visited.has(key) || isOnlineRoute(key)) return;
  visited.add(key);
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key];
  for (const path of [file, ...css, ...assets]) if (/\.(js|css)$/.test(path)) files.add(`/${path}`);
  for (const next of [...imports, ...dynamicImports]) collectFiles(next);
};
for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) collectFiles(key);
const precachedFiles = [...files].sort();
const css = precachedFiles.find((path) => /\/app-[^/]*\.css$/.test(path));
const parts = precachedFiles.find((path) => /\/parts-[^/]*\.js$/.test(path));
if (!css || !parts || precachedFiles.length < 10)
  throw new Error(`Unexpected files in the build: ${precachedFiles.join(', ')}`);

const id = hash('sha1', precachedFiles.join(' '), 'hex').slice(0, 10);

await build({
  root: fileURLToPath(web),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: Object.fromEntries(
    Object.entries({ id, files: precachedFiles, css }).map(([name, value]) => [`BUILD.${name}`, JSON.stringify(value)]),
  ),
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/offline/worker/worker.ts', web)),
      output: { entryFileNames: 'worker.js', format: 'iife' },
    },
  },
});
