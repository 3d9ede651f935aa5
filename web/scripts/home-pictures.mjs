// node web/scripts/home-pictures.mjs: resizes product pictures for the home page, into web/public/home; the result is
// committed.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Installed for the server only. */
const sharp = createRequire(new URL('../../server/package.json', import.meta.url))('sharp');
const sourcePath = (name) => fileURLToPath(new URL(`../../catalog/pictures/products/${name}.webp`, import.meta.url));
const outFolder = fileURLToPath(new URL('../public/home/', import.meta.url));

/** Target file, product picture, width in pixels. */
const PICTURES = [
  ['food', 'kadawa-plum-tomatoes-basket-front', 96],
  ['arts', 'djembe-dark-indigo-rope-front', 96],
  ['fashion', 'ankara-gramophone-records-6yd-group', 96],
  ['home', 'tooth-enamel-bowls-set-3-front', 96],
  ['beauty', 'raw-shea-tamale-500g-front', 96],
  ['open-a-stall', 'ankara-fat-quarter-bundle-front', 640],
  ['honey-beans', 'beans-oloyin-honey-5kg-group', 640],
  ['fresh-tomatoes', 'kadawa-plum-tomatoes-basket-group', 640],
  ['premium-package', 'tamale-shea-gift-parcel-group', 640],
  ['african-fashion', 'saint-louis-kaftan-indigo-front', 640],
  ['african-products', 'djembe-dark-indigo-rope-front', 640],
];

await mkdir(outFolder, { recursive: true });
for (const [file, product, width] of PICTURES) {
  const { size } = await sharp(sourcePath(product))
    .resize(width, width)
    .webp({ quality: 74 })
    .toFile(`${outFolder}${file}.webp`);
  console.log(`${file}.webp  ${(size / 1024).toFixed(1)} kB`);
}
