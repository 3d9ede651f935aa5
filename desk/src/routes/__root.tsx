import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <a href="#main" className="absolute -top-16 left-4 z-60 rounded-sm bg-surface px-4 py-3 focus:top-2">
        Skip to content
      </a>
      <Outlet />
    </>
  ),
});
