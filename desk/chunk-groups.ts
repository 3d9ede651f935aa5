import type { Rolldown } from 'vite';

/**
 * Which modules the build puts into one file, with all that they import. There are few files: on a slow line a request takes as long as
 * 30 kB, and most modules, such as an icon, are smaller than its headers. A module belongs to the first matching group, otherwise to the
 * route that imports it.
 */

/** The entry, the frame of every page, and the first page of a store: the first view waits for one file and not for one after the other. */
const FIRST_VIEW =
  /\/desk\/src\/(?:app\/(?:main|layout\/shell|layout\/navigation)|find\/search-button|today\/today-page|first-steps\/first-steps-panel|routes\/store\.\$storeId(?:\.index)?)\.tsx?/;
const OWN_CODE = /\/(?:desk|ui|contract)\/src\/|lucide-react/;

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Changes rarely, so it stays in the browser's cache after a release.
  {
    name: 'framework',
    test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
    tags: ['$initial'],
  },
  { name: 'app', test: FIRST_VIEW },
  { name: 'shared', test: OWN_CODE, minShareCount: 4 },
];
