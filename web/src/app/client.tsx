import { toReadablePath } from '@sokuwa/contract/readable-path.ts';
import { startEarlyPresses } from '@sokuwa/ui/early-presses.ts';
import { setLateStyles } from '@sokuwa/ui/late-styles.ts';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { isKnownVisitor } from './known-visitor.ts';
import { getRouter } from './router.tsx';
import { loadStylesheet } from './stylesheet.ts';

/** Lets the browser handle events and paint. Chromium had a scheduler for five years before it had `yield`; other browsers have none. */
const pause = (): Promise<unknown> => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

// The framework's own entry adds 14 kB for server functions, which this shop does not use.
const hydrate = async () => {
  // Each step is a task of its own, because a slow phone needs about 50 ms for each.
  await pause();
  const { hydrateRoot } = await import('react-dom/client');
  await pause();
  const router = getRouter();
  await pause();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      // The offline shell differs from the page that it is used for, so hydration mismatches are expected.
      'shell' in document.documentElement.dataset ? { onRecoverableError: () => {} } : {},
    );
  });
  startEarlyPresses();
};

// The server rendered the page for its readable URL; hydration must use the same.
const path = toReadablePath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search + location.hash);
setLateStyles(loadStylesheet);
// Rules of what is stored, such as a cart, which the server did not know of.
if (isKnownVisitor()) loadStylesheet().then(hydrate, hydrate);
else void hydrate();
