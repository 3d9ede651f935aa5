import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserBuild } from './vite/browser-build.ts';
import { chunkGroups } from './vite/chunk-groups.ts';
import { lucideIcons } from './vite/lucide-icons.ts';
import { slimEndpoints } from './vite/slim-endpoints.ts';

export default defineConfig(({ command }) => ({
  // The content security policy forbids data: URLs, so assets are never inlined.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // The server bundle includes its dependencies: an external React would be its development build without NODE_ENV.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  environments: {
    client: {
      build: {
        // web/scripts/worker.mjs reads from it which files belong to each page.
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      },
    },
  },
  plugins: [
    lucideIcons(),
    slimEndpoints(),
    tailwindcss(),
    browserBuild(),
    tanstackStart({
      client: { entry: 'app/client' },
      server: { entry: 'app/server' },
      router: {
        entry: 'app/router',
        codeSplittingOptions: {
          // By default only the component is split; the others would be in the entry of every page. Those that are shown while a
          // page loads are late parts themselves, because the router would load them with the page.
          defaultBehavior: [['component'], ['errorComponent', 'notFoundComponent']],
        },
      },
    }),
    react(),
  ],
}));
