/** Made by the build: which scripts and styles each route's page needs. */
declare module 'tanstack-start-manifest:v' {
  import type { ServerManifest } from '@tanstack/react-router';
  export const tsrStartManifest: () => ServerManifest;
}
