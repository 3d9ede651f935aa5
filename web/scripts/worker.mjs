// Builds the service worker (src/offline/worker) beside the pages, with the list of the files that it keeps.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { build } from 'vite';

const web = new URL('../', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('dist/client/.vite/manifest.json', web), 'utf8'));

/** The pages that open offline; whatever else the shop has is fetched when it is asked for. */
const KEPT =
  /^src\/routes\/(?:index|product\.list|product\.list_\.\$id|product\.details\.\$id|product\.shopping\.cart)\.tsx/;
const isOtherPage = (key) => key.startsWith('src/routes/') && !KEPT.test(key);

/** The files of an entry and of all that it may load, other pages left out. */
const files = new Set();
const seen = new Set();
const collect = (key) => {
  if (seen.has(key) || isOtherPage(key)) return;
  seen.add(key);
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key];
  for (const path of [file, ...css, ...assets]) if (/\.(js|css)$/.test(path)) files.add(`/${path}`);
  for (const next of [...imports, ...dynamicImports]) collect(next);
};
for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) collect(key);
const kept = [...files].sort();
const css = kept.find((path) => /\/app-[^/]*\.css$/.test(path));
if (!css || kept.length < 10) throw new Error(`The build holds other files than expected: ${kept.join(', ')}`);

const id = hash('sha1', kept.join(' '), 'hex').slice(0, 10);
const answers = [listCategories, listCountries].map(({ path }) => API_PREFIX + path);

await build({
  root: fileURLToPath(web),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: Object.fromEntries(
    Object.entries({ id, files: kept, css, answers }).map(([name, value]) => [`BUILD.${name}`, JSON.stringify(value)]),
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
