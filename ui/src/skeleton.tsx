import { cx } from './cx.ts';

/** A placeholder for content that is loading; set its size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-skeleton rounded-xs bg-quiet', className)} />;
}
