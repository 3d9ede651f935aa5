// node web/scripts/flags.mjs: puts the flags of the shop's countries into web/public/flags; the result is committed.
// A flag with a finely drawn coat of arms would weigh up to 180 kB: those are drawn once as a small picture instead,
// inside an SVG, so that all have the same kind of address.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SMALL = 6000;
/** Shown at 24×18: enough for four device pixels to one. */
const SIZE = { width: 96, height: 72 };

const require = createRequire(import.meta.url);
/** The server's: the browser side has no use for it. */
const sharp = createRequire(new URL('../../server/package.json', import.meta.url))('sharp');
const flags = join(dirname(require.resolve('flag-icons/package.json')), 'flags/4x3');
const out = new URL('../public/flags/', import.meta.url);
const countries = JSON.parse(await readFile(new URL('../../server/src/geo/countries.json', import.meta.url), 'utf8'));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
let drawn = 0;
let bytes = 0;
for (const { code } of countries) {
  const name = `${code.toLowerCase()}.svg`;
  let flag = await readFile(join(flags, name)).catch(() => undefined);
  if (!flag) {
    console.log(`${code}: no flag; its initials are shown`);
    continue;
  }
  if (flag.length > SMALL) {
    const { width, height } = SIZE;
    const picture = await sharp(flag, { density: 150 }).resize(width, height).webp({ quality: 86 }).toBuffer();
    flag = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/webp;base64,${picture.toString('base64')}"/></svg>`,
    );
    drawn += 1;
  }
  bytes += flag.length;
  await writeFile(new URL(name, out), flag);
}
console.log(`${countries.length} countries, ${drawn} drawn, ${(bytes / 1024).toFixed(0)} kB`);
