// Generates the web app manifest with the shop's name, which is defined in contract/src/brand.ts.
import { writeFile } from 'node:fs/promises';
import { brand } from '@sokuwa/contract/brand.ts';

const icon = (file, sizes, purpose) => ({
  src: `/brand/${file}`,
  sizes,
  type: 'image/png',
  ...(purpose && { purpose }),
});

const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: brand.tagline,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#12154a',
  icons: [
    icon('icon-192.png', '192x192'),
    icon('icon-512.png', '512x512'),
    icon('icon-maskable-512.png', '512x512', 'maskable'),
  ],
};

await writeFile(new URL('../public/site.webmanifest', import.meta.url), `${JSON.stringify(manifest, null, 2)}\n`);
