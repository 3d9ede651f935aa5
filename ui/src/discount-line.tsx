import { Tag as TagIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** "20% off" in green with a tag icon, or "0% off" in grey without. */
export function DiscountLine({ percent }: { percent: number }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap text-xs',
        percent > 0 ? 'font-semibold text-discount' : 'text-no-discount',
      )}
    >
      {percent > 0 && <TagIcon className="size-4" />}
      {percent}% off
    </span>
  );
}
