/**
 * A count on the corner of an icon button of class `relative`; nothing at 0. Hidden from screen readers: put the count
 * in the button's label too.
 */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-sale px-1 font-bold text-2xs text-on-sale leading-none"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
