import { cx } from './cx.ts';

/** The woven strip. It tops the footer (6 cells of 3 px) and the cart drawer (of 2 px), nothing else. */
export function Selvedge({ thin = false }: { thin?: boolean }) {
  return <div aria-hidden="true" className={thin ? 'selvedge-thin' : 'selvedge'} />;
}

/** A line of stitches between totals and groups. */
export function Stitch({ className }: { className?: string }) {
  return <hr className={cx('stitch border-0', className)} />;
}
