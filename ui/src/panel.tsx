import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A box for related content, such as an order summary or a merchant. */
export function Panel({
  tone = 'section',
  corner = true,
  className,
  children,
}: {
  /** A tinted background, or an outline. */
  tone?: 'section' | 'outline';
  /** The large bottom-right radius of the brand. */
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
