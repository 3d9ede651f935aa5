import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** All that a route shows goes into one file of its own; by default what it shows while loading would weigh on every page. */
const PAGE_PARTS: ('component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[] = [
  'component',
  'pendingComponent',
  'errorComponent',
  'notFoundComponent',
];

/** The shop's own modules, and its icons. */
const OWN = /\/(?:web|ui|contract)\/src\/|lucide-react/;
/** What follows the messages of the signed in. */
const MESSAGES =
  /\/web\/src\/messages\/(?:unread|follow-messages|event-stream|messages\.queries|message-texts)\.tsx?$|\/contract\/src\/messages\//;
/** Whoever opens one dialog, drawer, sheet or toast has then fetched what all of them are made of. */
const OVERLAYS = /\/ui\/src\/(?:confirm-dialog|dialog|drawer|sheet|toaster)\.tsx/;
/** What the information pages share; the words of each stay with it. */
const INFO = /\/web\/src\/info\//;
/** What the pages that lead into the account share, and nobody else needs. */
const ENTRY =
  /\/account\/(?:entry-(?:page|hooks)|enter|account-texts|email-form|google-sign-in|user-email)\.tsx?|\/ui\/src\/use-form/;
/** What pages of the account share: no guest who looks at goods needs it. */
const ACCOUNT = /\/src\/(?:account|addresses|checkout|orders)\/|\/ui\/src\/(?:panel|status-pill)\.tsx/;
/** Shared by few, or with a library in tow: a file of its own. */
const SELDOM = /\/cart\/cart-parts\.tsx|\/geo\/place-fields\.tsx|\/ui\/src\/(?:combobox|search-text)\.tsx?/;
/** What any page may need. */
const isBasic = (id: string) => [OVERLAYS, INFO, ENTRY, ACCOUNT, SELDOM].every((others) => !others.test(id));

/** Lucide's drawings in the shop's own frame. */
const leanIcons: Plugin = {
  name: 'lean-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('../ui/src/lucide-icon.ts', import.meta.url))
      : undefined,
};

export default defineConfig(({ command }) => ({
  // Inlined files would need leave of the content security policy.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // The server's bundle holds its packages: left outside, React would be the development one wherever NODE_ENV is not set.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  environments: {
    client: {
      build: {
        // Tells scripts/worker.mjs which files belong to which page.
        manifest: true,
        rolldownOptions: {
          output: {
            // Few files: each costs a request, and its headers weigh as much as a small part of the shop.
            codeSplitting: {
              groups: [
                // What every page needs of the framework stays in the browser's cache when only the shop changes.
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
                },
                // What stands around every page joins the entry.
                { name: 'shop', test: OWN, tags: ['$initial'] },
                // What home is made of, most of which every list of products needs.
                {
                  name: 'goods',
                  test: /\/catalog\/product-card\.tsx|\/ui\/src\/(?:empty-state|rail|carousel)\.tsx|category-pictures/,
                },
                // Only visitors who have or want something in the cart fetch what it is made of.
                { name: 'cart', test: /\/web\/src\/cart\/[\w.-]+\.ts$/ },
                // Only the signed in are told of messages, on whatever page they are.
                { name: 'messages', test: MESSAGES },
                { name: 'basics', test: (id) => OWN.test(id) && isBasic(id), minShareCount: 3 },
                { name: 'overlays', test: OVERLAYS },
                { name: 'entry', test: ENTRY },
                { name: 'account', test: ACCOUNT, minShareCount: 2 },
                { name: 'info', test: INFO, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    leanIcons,
    tailwindcss(),
    tanstackStart({
      client: { entry: 'app/client' },
      server: { entry: 'app/server' },
      router: { entry: 'app/router', codeSplittingOptions: { defaultBehavior: [PAGE_PARTS] } },
    }),
    react(),
  ],
}));
