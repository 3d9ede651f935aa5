import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { afterPaint } from '../app/after-paint.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // A press shows at once, and the next page is rendered after that: a long list takes a while.
  beforeLoad: ({ cause, preload }) => (cause === 'stay' && !preload ? afterPaint() : undefined),
  component: () => (
    <>
      <a href="#main" className="absolute -top-16 left-4 z-60 rounded-sm bg-surface px-4 py-3 focus:top-2">
        Skip to content
      </a>
      <Outlet />
    </>
  ),
});
