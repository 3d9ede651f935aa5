// node web/scripts/flags.mjs: writes the flags of the shop's countries to web/public/flags; the result is committed.
// A detailed coat of arms makes a flag up to 180 kB large: such flags become a small WebP picture inside the SVG.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const MAX_SVG_BYTES = 6000;
/** Flags are shown at 24 × 18 CSS pixels; this is enough for four device pixels per CSS pixel. */
const PICTURE_SIZE = { width: 96, height: 72 };

const require = createRequire(import.meta.url);
/** Installed for the server only. */
const sharp = createRequire(new URL('../../server/package.json', import.meta.url))('sharp');
const flags = join(dirname(require.resolve('flag-icons/package.json')), 'flags/4x3');
const outFolder = new URL('../public/flags/', import.meta.url);
const countries = JSON.parse(await readFile(new URL('../../server/src/geo/countries.json', import.meta.url), 'utf8'));

await rm(outFolder, { recursive: true, force: true });
await mkdir(outFolder, { recursive: true });
let pictureCount = 0;
let totalBytes = 0;
for (const { code } of countries) {
  const name = `${code.toLowerCase()}.svg`;
  let flag = await readFile(join(flags, name)).catch(() => undefined);
  if (!flag) {
    console.log(`${code}: no flag; pages show the country code`);
    continue;
  }
  if (flag.length > MAX_SVG_BYTES) {
    const { width, height } = PICTURE_SIZE;
    const picture = await sharp(flag, { density: 150 }).resize(width, height).webp({ quality: 86 }).toBuffer();
    flag = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/webp;base64,${picture.toString('base64')}"/></svg>`,
    );
    pictureCount += 1;
  }
  totalBytes += flag.length;
  await writeFile(new URL(name, outFolder), flag);
}
console.log(`${countries.length} countries, ${pictureCount} as pictures, ${(totalBytes / 1024).toFixed(0)} kB`);
