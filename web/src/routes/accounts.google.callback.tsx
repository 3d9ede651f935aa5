import type { IdentityCallback } from '@sokuwa/contract/account/identity.schemas.ts';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { GoogleReturnPage, noIndexMeta } from '../account/index.ts';
import { useMergeGuestData } from '../app/merge-guest-data.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';

const PARAMETERS = ['code', 'state', 'iss', 'error'] as const;

/** The redirect's parameters that the server needs; the URL may have more. */
const readCallback = (search: Record<string, unknown>): IdentityCallback => {
  const callback: IdentityCallback = {};
  for (const name of PARAMETERS) {
    const text = search[name];
    if (typeof text === 'string') callback[name] = text;
  }
  return callback;
};

export const Route = createFileRoute('/accounts/google/callback')({
  beforeLoad: ({ context }) => {
    if (!context.site.hasIdentityProvider) throw notFound();
  },
  head: () => ({ meta: noIndexMeta('Sign in with Google') }),
  component: Page,
  notFoundComponent: NotFoundPage,
});

function Page() {
  return <GoogleReturnPage callback={readCallback(Route.useSearch())} mergeGuestData={useMergeGuestData()} />;
}
