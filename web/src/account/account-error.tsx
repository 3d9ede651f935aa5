import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { RefreshNotice } from '../lib/refresh-notice.tsx';
import { describeError } from '../lib/refusal-texts.ts';
import { RetryOrSignIn } from './retry-or-sign-in.tsx';

/**
 * Shows that an account page failed to load, with a retry button, or a link to the login page if the session has ended.
 * @param hasContent whether the page has content from an earlier load. If so, shows a notice above it, otherwise the
 *   full error view
 */
export function AccountError({
  title,
  error,
  hasContent = false,
  busy,
  onRetry,
}: {
  title: string;
  error: unknown;
  hasContent?: boolean;
  busy: boolean;
  onRetry: () => void;
}) {
  const action = <RetryOrSignIn busy={busy} onRetry={onRetry} />;
  return hasContent ? (
    <RefreshNotice title={title} action={action} />
  ) : (
    <ErrorState title={title} message={describeError(error)} action={action} />
  );
}
