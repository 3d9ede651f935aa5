import type { ReactNode } from 'react';

/** A name and its value, one of a `<dl>`. @param align `ends` puts the value at the other side */
export function Fact({
  name,
  align = 'ends',
  children,
}: {
  name: string;
  align?: 'start' | 'ends';
  children: ReactNode;
}) {
  return (
    <div className={`flex flex-wrap items-center gap-x-4 ${align === 'ends' ? 'justify-between' : ''}`}>
      <dt className="text-secondary">{name}</dt>
      <dd className="wrap-anywhere font-medium text-heading">{children}</dd>
    </div>
  );
}
