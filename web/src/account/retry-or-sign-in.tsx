import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { useLocation } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { loginUrl } from '../lib/login-redirect.ts';
import { useIsSessionEnded } from '../lib/session.ts';

/** The action of an account page's error view: retry, or sign in when the session has ended. */
export function RetryOrSignIn({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const ended = useIsSessionEnded();
  const { href } = useLocation();
  return ended ? (
    <a href={loginUrl(href)} className={buttonClass()}>
      Sign In
    </a>
  ) : (
    <Button variant="secondary" icon={<RefreshCw className="size-5" />} busy={busy} onClick={onRetry}>
      Try Again
    </Button>
  );
}
