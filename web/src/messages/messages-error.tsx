import { useLocation } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useHolder } from '../account/holder.ts';
import { loginAddress } from '../account/login-address.ts';
import { useToken } from '../account/token-store.ts';
import { ApiError } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ErrorState } from '../ui/empty-state.tsx';
import { toast } from '../ui/toast.ts';
import { NO_TOKEN_TOAST } from './message-texts.ts';

/** What could not be loaded, with a way to try again, and to the login where the token has ended. */
export function MessagesError({
  title,
  message,
  error,
  busy,
  onRetry,
}: {
  title: string;
  message?: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}) {
  const ended = useToken() !== useHolder();
  const { href } = useLocation();
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'credentials_missing') toast.error(NO_TOKEN_TOAST);
  }, [error]);
  return (
    <ErrorState
      title={title}
      message={message}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="secondary" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRetry}>
            Try Again
          </Button>
          {ended && (
            <a href={loginAddress(href)} className={buttonClass()}>
              Sign In
            </a>
          )}
        </div>
      }
    />
  );
}
