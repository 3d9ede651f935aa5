import { Alert } from '@sokuwa/ui/alert.tsx';
import type { ReactNode } from 'react';

/**
 * A notice above a page's content that its refetch failed; the content stays (SHELL-89).
 * @param action a retry button
 */
export function RefreshNotice({ title, action }: { title: string; action: ReactNode }) {
  return (
    <div className="mb-6">
      <Alert kind="warning">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
            <p className="font-semibold">{title}</p>
            <p>This page shows what was loaded earlier.</p>
          </div>
          {action}
        </div>
      </Alert>
    </div>
  );
}
