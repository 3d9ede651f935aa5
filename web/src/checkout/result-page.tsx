import { pageClass } from '@sokuwa/ui/page-class.ts';
import type { ReactNode } from 'react';

/** The layout of the payment result pages. */
export function ResultPage({
  illustration,
  icon,
  title,
  children,
  details,
  actions,
}: {
  illustration: 'error' | 'orders';
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Shown below the texts, such as the paid order. */
  details?: ReactNode;
  /** Buttons, the primary one first, because they are stacked on phones. */
  actions: ReactNode;
}) {
  return (
    <div className={`${pageClass} flex flex-col items-center py-14 text-center`}>
      <div className="relative size-32">
        <img
          src={`/brand/empty-${illustration}.webp`}
          alt=""
          width={128}
          height={128}
          className="corner-44 size-full rounded-lg"
        />
        <span className="absolute inset-0 grid place-items-center text-on-float [&_svg]:size-6">{icon}</span>
      </div>
      <h1 className="mt-6 font-display text-3xl text-heading">{title}</h1>
      <div className="mt-3 grid max-w-md gap-3 text-lg text-secondary">{children}</div>
      {details}
      <div className="mt-8 flex gap-3 max-sm:w-full max-sm:max-w-md max-sm:flex-col">{actions}</div>
    </div>
  );
}
