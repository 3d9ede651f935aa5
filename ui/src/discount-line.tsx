import { Tag as TagIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** "20% off" in green with a tag icon, or "0% off" in grey without. */
export function DiscountLine({ percent, size = 'card' }: { percent: number; size?: 'card' | 'detail' }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        size === 'card' ? 'text-xs' : 'text-base',
        percent > 0 ? 'font-semibold text-discount' : 'text-no-discount',
      )}
    >
      {percent > 0 && <TagIcon className={size === 'card' ? 'size-4' : 'size-4.5'} />}
      {percent}% off
    </span>
  );
}
