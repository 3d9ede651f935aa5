import { cx } from '@sokuwa/ui/cx.ts';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type TimelineState = 'done' | 'now' | 'next' | 'plain';

const DOTS: Record<TimelineState, string> = {
  done: 'bg-success text-white',
  now: 'bg-action text-white',
  next: 'border-[1.5px] border-control border-dashed bg-surface text-muted',
  plain: 'bg-quiet text-secondary',
};

/** What happened and what comes next, top down. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol>{children}</ol>;
}

export function TimelineItem({
  icon: Icon,
  state = 'plain',
  when,
  children,
}: {
  icon: LucideIcon;
  state?: TimelineState;
  when?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="relative pb-4 pl-8 before:absolute before:top-5.5 before:-bottom-0.5 before:left-[0.6875rem] before:w-0.5 before:bg-line last:pb-0 last:before:hidden">
      <span className={cx('absolute -top-px left-0 grid size-6 place-items-center rounded-full', DOTS[state])}>
        <Icon className="size-3.5" />
      </span>
      {children}
      {when && <div className="text-muted text-xs">{when}</div>}
    </li>
  );
}
