import { useLocation } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { errorText } from '../shell/refusal-texts.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ErrorState } from '../ui/empty-state.tsx';
import { useHolder } from './holder.ts';
import { loginAddress } from './login-address.ts';
import { useToken } from './token-store.ts';

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
  const ended = useToken() !== useHolder();
  const { href } = useLocation();
  return (
    <ErrorState
      title={title}
      message={errorText(error)}
      action={
        ended ? (
          <a href={loginAddress(href)} className={buttonClass()}>
            Sign In
          </a>
        ) : (
          <Button variant="secondary" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    />
  );
}
