import { cx } from './cx.ts';

/** A quiet box in the place of what is still loading; its class gives the size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-skeleton rounded-xs bg-quiet', className)} />;
}
