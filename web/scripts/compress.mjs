// Compresses the built files once, so that the server only has to send them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = new URL('../dist/client/', import.meta.url);
const brotli = promisify(brotliCompress);

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|ico)$/.test(entry.name)) continue;
  const path = `${entry.parentPath}/${entry.name}`;
  const bytes = await readFile(path);
  if (bytes.length < 600) continue;
  await writeFile(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
