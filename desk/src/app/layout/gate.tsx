import { brand } from '@sokuwa/contract/brand.ts';
import type { ReactNode } from 'react';

/** The pages before the desk: sign-in, second factor, choice of a desk, invitation. */
export function Gate({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[7rem_1fr] bg-surface lg:grid-cols-[minmax(0,1fr)_42%] lg:grid-rows-1">
      <div
        aria-hidden="true"
        className="bg-[url(/brand/adire-cloth.webp)] bg-[length:20rem] bg-brand bg-center lg:order-2 lg:m-3 lg:rounded-xl lg:rounded-br-[4.5rem] lg:bg-[length:35rem]"
      />
      <main id="main" className="mx-auto w-full max-w-100 px-4 pt-6 pb-8 lg:self-center">
        <p className="mb-8 flex items-center gap-2 lg:mb-10">
          <img src="/brand/logo.svg" alt={brand.name} width="134" height="32" />
          <span className="border-line-strong border-l pl-2.5 font-display font-semibold text-base text-secondary">
            desk
          </span>
        </p>
        <h1 className="text-[1.75rem] leading-8 tracking-[-0.02em]">{title}</h1>
        {lead && <p className="mt-1.5 text-secondary">{lead}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  );
}

/** A line with a word between two ways to go on. */
export function OrLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
      {children}
    </p>
  );
}
