// node web/scripts/fonts.mjs: cuts the shop's fonts to the letters and weights it uses, into web/public/fonts.
// Run it again after a change of the letters below or of a font's version; the result is committed.
// ui/src/styles/fonts.css declares the same ranges; a letter must be in both to be shown in the font.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = new URL('../public/fonts/', import.meta.url);

const span = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

const ascii = span(0x20, 0x7e);
const punctuation = '\u00a0©®°·×–—‘’“”•…›−™';
const latin1 = span(0xa0, 0xff);
const dotted = 'ẸẹỊịỌọỤụ';
/** Grave, acute, tilde, macron and dot below: a base and its tone must come from one file, or the tone drifts. */
const tones = '\u0300\u0301\u0303\u0304\u0323';

const bricolage = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque';
const onest = '@fontsource-variable/onest/files/onest';
const inter = '@fontsource-variable/inter/files/inter';
const display = { wght: { min: 600, max: 800 } };
const text = { wght: { min: 400, max: 700 } };

const FILES = [
  ['bricolage-core', `${bricolage}-latin-wght-normal.woff2`, ascii + punctuation, display],
  ['bricolage-naira', `${bricolage}-latin-ext-wght-normal.woff2`, '₦Ńń', display],
  ['bricolage-dot', `${bricolage}-vietnamese-wght-normal.woff2`, dotted + tones, display],
  ['onest-core', `${onest}-latin-wght-normal.woff2`, ascii + latin1 + punctuation, text],
  ['onest-african', `${onest}-latin-ext-wght-normal.woff2`, 'ṢṣŃńǸǹḾḿƁɓƊɗƘƙƳƴŊŋƐɛƆɔƎǝƉɖƑƒƔɣƲʋ', text],
  ['onest-dot', `${onest}-vietnamese-wght-normal.woff2`, dotted + tones, text],
  ['naira', `${inter}-latin-ext-wght-normal.woff2`, '₦₵', text],
];

for (const [name, source, letters, variationAxes] of FILES) {
  const font = await subsetFont(await readFile(require.resolve(source)), letters, {
    targetFormat: 'woff2',
    variationAxes,
  });
  await writeFile(new URL(`${name}.woff2`, out), font);
  console.log(`${name}.woff2  ${(font.length / 1024).toFixed(1)} kB`);
}
