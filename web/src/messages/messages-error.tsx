import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useLocation } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { ApiError } from '../lib/api.ts';
import { loginUrl } from '../lib/login-redirect.ts';
import { useSessionToken } from '../lib/session.ts';
import { useToken } from '../lib/token-store.ts';
import { NO_TOKEN_TOAST } from './message-texts.ts';

/** The error view of messages, with a retry, or a sign-in link when the session has ended. */
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
  const isSessionEnded = useToken() !== useSessionToken();
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
          {isSessionEnded && (
            <a href={loginUrl(href)} className={buttonClass()}>
              Sign In
            </a>
          )}
        </div>
      }
    />
  );
}
