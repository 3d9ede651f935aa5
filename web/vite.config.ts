import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
              groups: [{ name: 'framework', test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\// }],
            },
          },
        },
      },
    },
  },
  plugins: [tailwindcss(), tanstackStart(), react()],
}));
