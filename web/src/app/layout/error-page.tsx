import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { CloudOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../lib/app-context.ts';

/** The router's error page: the error message, a retry and links. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { queryClient } = useAppContext();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    // Otherwise the retry would use the failed data from the cache.
    queryClient.removeQueries({ type: 'inactive' });
    await router.invalidate();
    reset();
    setBusy(false);
  };
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
      <div className="relative size-32">
        <img src="/brand/empty-error.webp" alt="" width={128} height={128} className="corner-44 size-full rounded-lg" />
        <span className="absolute inset-0 grid place-items-center text-on-float">
          <CloudOff className="size-6" />
        </span>
      </div>
      <h1 className="mt-5 text-balance font-display text-2xl text-heading">Unexpected Application Error!</h1>
      <p className="wrap-anywhere mt-2 text-secondary">{error instanceof Error ? error.message : String(error)}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button icon={<RefreshCw className="size-5" />} busy={busy} onClick={retry}>
          Try Again
        </Button>
        <Button variant="secondary" onClick={() => router.history.back()}>
          Go Back
        </Button>
        <Link to="/" className={buttonClass({ variant: 'text' })}>
          Return Home
        </Link>
      </div>
    </div>
  );
}
