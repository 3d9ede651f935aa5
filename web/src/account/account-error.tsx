import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { describeError } from '../lib/refusal-texts.ts';
import { RetryOrSignIn } from './retry-or-sign-in.tsx';

/**
 * The full error view of an account page, with a retry, or a link to the login page when the session has ended.
 */
export function AccountError({
  title,
  error,
  busy,
  onRetry,
}: {
  title: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <ErrorState title={title} message={describeError(error)} action={<RetryOrSignIn busy={busy} onRetry={onRetry} />} />
  );
}
