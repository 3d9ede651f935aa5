import { ToastHost } from '@sokuwa/ui/toast-host.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { makeDesk } from './router.tsx';

/** The whole application. @param onShown called when it is in the document */
export function Desk({
  router,
  queryClient,
  onShown,
}: ReturnType<typeof makeDesk> & {
  onShown?: () => void;
}) {
  useEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
