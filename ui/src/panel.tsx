import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A quiet ground with the market corner for what belongs together: an order summary, a merchant. Flat, no shadow. */
export function Panel({
  tone = 'section',
  corner = true,
  className,
  children,
}: {
  /** A tinted ground, or an outlined one. */
  tone?: 'section' | 'outline';
  corner?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'min-w-0 rounded-lg p-5 sm:p-6',
        tone === 'section' ? 'bg-section' : 'border border-line bg-surface',
        corner && 'corner-56',
        className,
      )}
    >
      {children}
    </div>
  );
}
