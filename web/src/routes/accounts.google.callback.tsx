import type { IdentityAnswer } from '@sokuwa/contract/account/identity.schemas.ts';
import { createFileRoute } from '@tanstack/react-router';
import { entryMeta, GoogleReturnPage } from '../account/index.ts';
import { useMergeGuestData } from '../app/merge-guest-data.ts';

const PARTS = ['code', 'state', 'iss', 'error'] as const;

/** The parts of the provider's answer that the server wants; the address may hold more. */
const readAnswer = (search: Record<string, unknown>): IdentityAnswer => {
  const answer: IdentityAnswer = {};
  for (const part of PARTS) {
    const text = search[part];
    if (typeof text === 'string') answer[part] = text;
  }
  return answer;
};

export const Route = createFileRoute('/accounts/google/callback')({
  head: () => ({ meta: entryMeta('Sign in with Google') }),
  component: Page,
});

function Page() {
  return <GoogleReturnPage answer={readAnswer(Route.useSearch())} mergeGuestData={useMergeGuestData()} />;
}
