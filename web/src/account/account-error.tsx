import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { RefreshNotice } from '../lib/refresh-notice.tsx';
import { describeError } from '../lib/refusal-texts.ts';
import { RetryOrSignIn } from './retry-or-sign-in.tsx';

/**
 * A failed load of an account page, with a retry, or a link to the login page when the session has ended.
 * @param hasContent whether the page has content from an earlier load: then a notice above it, else the full error view
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
