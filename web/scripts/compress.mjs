// node web/scripts/compress.mjs [folder]: compresses the built files once, so that the server does not compress them per request.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MIN_BYTES = 600;

/** Relative to the repository. */
const [, , builtFolder = 'web/dist/client'] = process.argv;
const folder = new URL(`../../${builtFolder}/`, import.meta.url);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|ico)$/.test(entry.name)) continue;
  const path = `${entry.parentPath}/${entry.name}`;
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) continue;
  await writeFile(`${path}.br`, await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }));
}
