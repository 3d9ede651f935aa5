import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { loginUrl } from '../lib/login-redirect.ts';
import { watchRestoredPage } from '../lib/restored-page.ts';
import { SessionToken } from '../lib/session.ts';
import { tokens, useToken } from '../lib/token-store.ts';

type CheckedPage = { page: string; token: string };

/**
 * The guard of pages that need a token (ACCOUNT-2): visitors without one are redirected to the login page and back. It checks when a
 * page opens; a token that ends later is handled by the page. Another user's token, stored by another tab, remounts the page.
 */
export function Protected() {
  const router = useRouter();
  const token = useToken();
  const { queryClient } = useAppContext();
  // Here too, because the checkout has a header without the badge of messages.
  useEffect(() => watchRestoredPage(queryClient), [queryClient]);
  const page = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const [checked, setChecked] = useState<CheckedPage>();
  const checkedPage = checked?.page;
  // A layout effect, so that navigation between protected pages does not flicker.
  useLayoutEffect(() => {
    // Read the store: the hook returns null until hydration.
    const stored = token ?? tokens.get();
    if (stored !== null)
      setChecked((previous) =>
        previous?.page === page && previous.token === stored ? previous : { page, token: stored },
      );
    else if (checkedPage !== page) router.history.replace(loginUrl(router.state.location.href));
  }, [token, page, checkedPage, router]);

  if (checked?.page !== page) return <Checking />;
  return (
    <SessionToken value={checked.token} key={checked.token}>
      <Outlet />
    </SessionToken>
  );
}

function Checking() {
  return (
    <div className={`${pageClass} flex min-h-80 flex-col items-center justify-center gap-4 py-14`}>
      <p role="status" className="flex items-center gap-3 text-secondary">
        <Spinner />
        Loading...
      </p>
      <noscript>
        <p>Account pages need JavaScript. Please turn it on.</p>
      </noscript>
    </div>
  );
}
