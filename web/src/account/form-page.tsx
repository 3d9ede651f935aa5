import { Alert } from '@sokuwa/ui/alert.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { type ReactNode, useEffect, useRef } from 'react';

/** Class of a standalone link on a sign-in page. */
export const formPageLinkClass = `${textLinkClass} inline-flex min-h-11 items-center`;

/** The layout of all sign-in pages: the form on one side, a pattern on the other. */
export function FormPage({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="grid grid-cols-1 lg:min-h-[calc(100vh-9rem)] lg:grid-cols-[minmax(0,1fr)_42%]">
      <div className="flex min-w-0 px-4 pt-8 pb-14 md:px-6 lg:py-14">
        <div className="m-auto w-full max-w-(--container-form)">
          {children}
          {foot !== undefined && <p className="mt-6 text-muted text-sm">{foot}</p>}
          <noscript>
            <div className="mt-6">
              <Alert kind="warning">This page needs JavaScript. Please turn it on and reload the page.</Alert>
            </div>
          </noscript>
        </div>
      </div>
      {/* On wide screens, with space above the footer's own pattern. */}
      <div
        aria-hidden="true"
        className="mb-14 hidden rounded-bl-[72px] bg-[length:352px] bg-[url(/brand/ankara-cloth.svg)] lg:block"
      />
    </div>
  );
}

/** The page's heading with a sentence. */
export function FormPageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="font-display text-3xl text-heading">{title}</h1>
      {children !== undefined && <p className="mt-2.5 text-lg text-secondary">{children}</p>}
    </>
  );
}

/** Replaces the form after success. Its heading receives the focus. */
export function FormPageSuccess({
  icon,
  title,
  children,
  action,
}: {
  /** A lucide icon. */
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Links to continue. */
  action: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <span className="grid size-16 place-items-center rounded-full bg-success-quiet text-success [&_svg]:size-8">
        {icon}
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-5 font-display text-3xl text-heading outline-hidden!">
        {title}
      </h1>
      <div className="wrap-anywhere mt-3 grid gap-3 text-lg text-secondary">{children}</div>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">{action}</div>
    </>
  );
}

/** An error of the whole form. */
export function FormPageError({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert kind="error">
      {title !== undefined && <p className="font-semibold">{title}</p>}
      <div className="grid gap-1.5">{children}</div>
    </Alert>
  );
}
