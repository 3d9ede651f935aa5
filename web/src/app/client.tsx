import { toReadablePath } from '@sokuwa/contract/readable-path.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from './router.tsx';

// The server rendered the page for its readable URL; hydration must use the same.
const path = toReadablePath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search + location.hash);

// The framework's own entry adds 14 kB for server functions, which this shop does not use.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
    // The offline shell differs from the page that it is used for, so hydration mismatches are expected.
    'shell' in document.documentElement.dataset ? { onRecoverableError: () => {} } : {},
  );
});
