/** Made by the build: which scripts and styles each route's page needs. */
declare module 'tanstack-start-manifest:v' {
  import type { attachRouterServerSsrUtils } from '@tanstack/react-router/ssr/server';

  type Manifest = NonNullable<Parameters<typeof attachRouterServerSsrUtils>[0]['manifest']>;
  export const tsrStartManifest: () => Manifest;
}
