import { EARLY_PRESSES_SCRIPT } from '@sokuwa/ui/early-presses-script.ts';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lucideIcons } from '../web/vite/lucide-icons.ts';
import { slimEndpoints } from '../web/vite/slim-endpoints.ts';
import { chunkGroups } from './chunk-groups.ts';

export default defineConfig(({ isSsrBuild }) => ({
  base: '/desk/',
  // The content security policy forbids data: URLs, so assets are never inlined.
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } }),
  },
  // As in web/vite.config.ts, and the code of production wherever the server runs.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  plugins: [
    lucideIcons(),
    slimEndpoints(),
    tailwindcss(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
    react(),
    // Presses before the scripts have run are not lost on the pages that the server renders.
    {
      name: 'early-presses',
      transformIndexHtml: () => [{ tag: 'script', children: EARLY_PRESSES_SCRIPT, injectTo: 'head' as const }],
    },
  ],
}));
