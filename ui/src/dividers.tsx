import { cx } from './cx.ts';

/** The strip with the woven brand pattern. Used above the footer and, thin, in the cart drawer and on an order. */
export function PatternStrip({ thin = false }: { thin?: boolean }) {
  return <div aria-hidden="true" className={thin ? 'pattern-strip-thin' : 'pattern-strip'} />;
}

/** A dashed line between groups and above totals. */
export function DashedLine({ className }: { className?: string }) {
  return <hr className={cx('dashed-line border-0', className)} />;
}
