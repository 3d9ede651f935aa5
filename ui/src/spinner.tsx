import { cx } from './cx.ts';

/** A loading spinner in the text's colour. Without a label it is hidden from screen readers. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className={cx('shrink-0 animate-spin', className ?? 'size-5')}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M10 2.5a7.5 7.5 0 1 0 7.5 7.5" />
    </svg>
  );
}
