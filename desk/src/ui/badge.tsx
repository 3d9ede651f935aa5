import { cx } from '@sokuwa/ui/cx.ts';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What the colour of a badge says; icon and word say it too. */
export type BadgeTone = 'waiting' | 'accepted' | 'moving' | 'done' | 'wrong' | 'neutral';

const TONES: Record<BadgeTone, string> = {
  waiting: 'bg-pending-quiet text-pending',
  accepted: 'bg-paid-quiet text-paid',
  moving: 'bg-shipped-quiet text-shipped',
  done: 'bg-delivered-quiet text-delivered',
  wrong: 'bg-cancelled-quiet text-cancelled',
  neutral: 'bg-unknown-quiet text-unknown',
};

/** A state: colour, icon and word. */
export function Badge({ tone, icon: Icon, children }: { tone: BadgeTone; icon: LucideIcon; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-full pr-2 pl-1.5 font-sans font-semibold text-2xs tracking-normal',
        TONES[tone],
      )}
    >
      <Icon className="size-3.5" />
      {children}
    </span>
  );
}

/** How many wait: quiet, new, or late. */
export function CountBadge({ count, tone = 'quiet' }: { count: number; tone?: 'quiet' | 'new' | 'late' }) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 font-semibold text-2xs leading-none',
        tone === 'quiet' && 'bg-quiet text-secondary',
        tone === 'new' && 'bg-action text-on-action',
        tone === 'late' && 'bg-palm-600 text-white',
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
