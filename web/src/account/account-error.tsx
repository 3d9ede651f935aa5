import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { errorText } from '../lib/refusal-texts.ts';
import { AgainOrSignIn } from './again-or-sign-in.tsx';

/**
 * What a page of the account could not load: a full view with the cause and a way on, which is the login where the token
 * has ended.
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
    <ErrorState title={title} message={errorText(error)} action={<AgainOrSignIn busy={busy} onRetry={onRetry} />} />
  );
}
