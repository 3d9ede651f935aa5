import type { ReactNode } from 'react';

/**
 * Old rows, with a line above them while the new ones are loading. They are not made pale: they can still be read and opened, and pale text
 * has too little contrast.
 */
export function Reloading({ isReloading, children }: { isReloading: boolean; children: ReactNode }) {
  return (
    <div className="relative" aria-busy={isReloading}>
      {isReloading && <span aria-hidden className="absolute inset-x-0 top-0 z-2 h-0.75 animate-pulse bg-action" />}
      {children}
    </div>
  );
}
