import { readablePath } from '@sokuwa/contract/readable-path.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from './router.tsx';

// The page was rendered under its readable address; under the other, the router would make another one of it.
const path = readablePath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search + location.hash);

// The framework's own entry would bring along the means to call server functions, 14 kB that this shop never uses.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
    // The shell is no rendering of the page that it is opened as: what differs is filled in, as it should be.
    'shell' in document.documentElement.dataset ? { onRecoverableError: () => {} } : {},
  );
});
