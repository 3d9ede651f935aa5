import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useLocation } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { loginUrl } from '../lib/login-redirect.ts';
import { RefreshNotice } from '../lib/refresh-notice.tsx';
import { useSessionToken } from '../lib/session.ts';
import { useToken } from '../lib/token-store.ts';
import { isTokenMissing, NO_TOKEN_TOAST } from './message-texts.ts';

/**
 * Shows that messages failed to load, with a retry button, or a sign-in link if the session has ended.
 * @param hasContent whether messages of an earlier load are shown. If so, shows a notice above them, otherwise the full
 *   error view
 */
export function MessagesError({
  title,
  message,
  error,
  hasContent,
  busy,
  onRetry,
}: {
  title: string;
  message?: string;
  error: unknown;
  hasContent: boolean;
  busy: boolean;
  onRetry: () => void;
}) {
  const isSessionEnded = useToken() !== useSessionToken();
  const { href } = useLocation();
  useEffect(() => {
    if (isTokenMissing(error)) toast.error(NO_TOKEN_TOAST);
  }, [error]);
  const action = (
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
  );
  if (hasContent)
    return <RefreshNotice title={message === undefined ? title : `${title}: ${message}`} action={action} />;
  return <ErrorState title={title} message={message} action={action} />;
}
