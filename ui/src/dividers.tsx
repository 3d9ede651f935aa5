import { cx } from './cx.ts';

/** The woven strip. It tops the footer (6 cells of 3 px) and the cart drawer (of 2 px), nothing else. */
export function PatternStrip({ thin = false }: { thin?: boolean }) {
  return <div aria-hidden="true" className={thin ? 'pattern-strip-thin' : 'pattern-strip'} />;
}

/** A line of stitches between totals and groups. */
export function DashedLine({ className }: { className?: string }) {
  return <hr className={cx('dashed-line border-0', className)} />;
}
