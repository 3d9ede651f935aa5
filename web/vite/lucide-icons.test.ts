import { createElement, type FC, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { lucideIcons } from './lucide-icons.ts';

/** One icon of lucide-react, loaded through Vite with the plugin. */
const loadHeart = async (): Promise<FC<SVGProps<SVGSVGElement>>> => {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: ['lucide-react'] },
    plugins: [lucideIcons()],
  });
  try {
    const path = (await server.pluginContainer.resolveId('lucide-react'))?.id ?? '';
    const { default: heart } = await server.ssrLoadModule(path.replace(/lucide-react\.\w+$/, 'icons/heart.mjs'));
    return heart;
  } finally {
    await server.close();
  }
};

it('renders an icon of lucide-react with the design system’s own component', async () => {
  const heart = await loadHeart();
  // Lucide's own component would add its class names and its stroke width of 2.
  expect(renderToStaticMarkup(createElement(heart, { className: 'size-5' }))).toMatch(
    /^<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" class="icon size-5"><path d="M2 9\.5[^"]+"><\/path><\/svg>$/,
  );
  expect(renderToStaticMarkup(createElement(heart, { 'aria-label': 'Saved' }))).toContain(
    'aria-hidden="false" aria-label="Saved"',
  );
});
