// node web/scripts/fonts.mjs: subsets the shop's fonts to the characters and weights it uses, into web/public/fonts.
// Run it after a change of the characters below or of a font's version; the result is committed.
// ui/src/styles/web-fonts.css declares the same characters as unicode-range.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const outFolder = new URL('../public/fonts/', import.meta.url);

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

const ascii = range(0x20, 0x7e);
const punctuation = '\u00a0©®°·×–—‘’“”•…›−™';
const latin1 = range(0xa0, 0xff);
const dottedLetters = 'ẸẹỊịỌọỤụ';
/** Combining grave, acute, tilde, macron and dot below: in the same file as their base letters, to be positioned right. */
const toneMarks = '\u0300\u0301\u0303\u0304\u0323';

const bricolage = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque';
const onest = '@fontsource-variable/onest/files/onest';
const inter = '@fontsource-variable/inter/files/inter';
const display = { wght: { min: 600, max: 800 } };
const text = { wght: { min: 400, max: 700 } };

const FILES = [
  ['bricolage-core', `${bricolage}-latin-wght-normal.woff2`, ascii + punctuation, display],
  ['bricolage-naira', `${bricolage}-latin-ext-wght-normal.woff2`, '₦Ńń', display],
  ['bricolage-dot', `${bricolage}-vietnamese-wght-normal.woff2`, dottedLetters + toneMarks, display],
  ['onest-core', `${onest}-latin-wght-normal.woff2`, ascii + latin1 + punctuation, text],
  ['onest-african', `${onest}-latin-ext-wght-normal.woff2`, 'ṢṣŃńǸǹḾḿƁɓƊɗƘƙƳƴŊŋƐɛƆɔƎǝƉɖƑƒƔɣƲʋ', text],
  ['onest-dot', `${onest}-vietnamese-wght-normal.woff2`, dottedLetters + toneMarks, text],
  ['naira', `${inter}-latin-ext-wght-normal.woff2`, '₦₵', text],
];

for (const [name, source, characters, variationAxes] of FILES) {
  const font = await subsetFont(await readFile(require.resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes,
  });
  await writeFile(new URL(`${name}.woff2`, outFolder), font);
  console.log(`${name}.woff2  ${(font.length / 1024).toFixed(1)} kB`);
}
