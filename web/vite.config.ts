import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** All that a route shows goes into one file of its own; by default what it shows while loading would weigh on every page. */
const PAGE_PARTS: ('component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[] = [
  'component',
  'pendingComponent',
  'errorComponent',
  'notFoundComponent',
];

export default defineConfig(({ command }) => ({
  // Inlined files would need leave of the content security policy.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // The server's bundle holds its packages: left outside, React would be the development one wherever NODE_ENV is not set.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file for what every page needs of the framework: fewer requests, and it stays in the browser's cache
            // when only the shop changes.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
                },
                // The small things that nearly every part of the shop uses travel together.
                { name: 'basics', test: /\/(?:web|contract)\/src\/|lucide-react/, minShareCount: 5 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    tailwindcss(),
    tanstackStart({ router: { codeSplittingOptions: { defaultBehavior: [PAGE_PARTS] } } }),
    react(),
  ],
}));
