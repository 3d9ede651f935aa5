import { cx } from '@sokuwa/ui/cx.ts';
import type { ReactNode } from 'react';

/** Names on the left, values on the right. */
export function Facts({ children, isLeft = false }: { children: ReactNode; isLeft?: boolean }) {
  return (
    <dl
      className={cx('grid grid-cols-[auto_minmax(0,1fr)] gap-y-2', isLeft ? '[&_dd]:text-left' : '[&_dd]:text-right')}
    >
      {children}
    </dl>
  );
}

/** @param isTotal below a dashed line, larger */
export function FactRow({
  name,
  children,
  isTotal = false,
}: {
  name: ReactNode;
  children: ReactNode;
  isTotal?: boolean;
}) {
  const total = isTotal && 'mt-0.5 border-line-strong border-t-2 border-dashed pt-2.5 text-base font-semibold';
  return (
    <>
      <dt className={cx('pr-4', isTotal ? 'text-heading' : 'text-muted', total)}>{name}</dt>
      <dd className={cx('wrap-anywhere', total)}>{children}</dd>
    </>
  );
}
