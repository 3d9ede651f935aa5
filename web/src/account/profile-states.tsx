import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { AccountError } from './account-error.tsx';
import { profileQuery } from './profile.query.ts';

/** Loads the profile and shows the loading, error and missing states. */
export function ProfileStates({ children }: { children: (profile: Profile) => ReactNode }) {
  const api = useApi();
  const { data: profile, isPending, error, isFetching, refetch } = useQuery(profileQuery(api, useSessionToken()));
  if (isPending) return <Loading />;
  const failure = error && (
    <AccountError
      title="Failed to fetch profile data."
      error={error}
      hasContent={Boolean(profile)}
      busy={isFetching}
      onRetry={() => refetch()}
    />
  );
  if (profile)
    return (
      <>
        {failure}
        {children(profile)}
      </>
    );
  if (failure) return failure;
  return (
    <EmptyState
      illustration="error"
      icon={<UserRoundX />}
      title="User not found"
      action={
        <PageLink path="/" className={buttonClass()}>
          Return Home
        </PageLink>
      }
    />
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="text-secondary">
        Loading profile details...
      </p>
      <div className="mt-6 flex items-center gap-5">
        <Skeleton className="size-21 rounded-lg sm:size-32" />
        <Skeleton className="h-8 w-1/2" />
      </div>
      <Skeleton className="mt-8 h-40 w-full" />
    </div>
  );
}
