import { cx } from '@sokuwa/ui/cx.ts';

const COLOURS = ['bg-leaf-700', 'bg-indigo-700', 'bg-hibiscus-700', 'bg-clay-700', 'bg-teal-700', 'bg-lilac-700'];
const SIZES = {
  sm: 'size-7 rounded-[6px_6px_12px_6px] text-2xs',
  md: 'size-9 rounded-[8px_8px_14px_8px] text-xs',
  lg: 'size-14 rounded-[12px_12px_24px_12px] text-lg',
};

/** The initials of the first two words of a name. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s-]+/)
    .slice(0, 2)
    // With the marks below and above the letter.
    .map((word) => /^.\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();

/** The mark of a store or of a person: initials on a colour that the name decides. */
export function StoreMark({ name, size = 'sm' }: { name: string; size?: keyof typeof SIZES }) {
  const colour =
    COLOURS[Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS.length];
  return (
    <span
      aria-hidden="true"
      className={cx('grid shrink-0 place-items-center font-bold text-white leading-none', colour, SIZES[size])}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The mark of the market, for operators. */
export function MarketMark({ isOnBrand = false, className = 'size-7' }: { isOnBrand?: boolean; className?: string }) {
  return (
    <img src={`/brand/logo-mark${isOnBrand ? '-on-brand' : ''}.svg`} alt="" className={cx('shrink-0', className)} />
  );
}
