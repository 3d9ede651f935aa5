import { errorText } from '../shell/refusal-texts.ts';
import { ErrorState } from '../ui/empty-state.tsx';
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
