import { ToastHost } from '@sokuwa/ui/toast-host.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { makeDesk } from './router.tsx';

/** The whole application. */
export function Desk({ router, queryClient }: ReturnType<typeof makeDesk>) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
