import type { ReactNode } from 'react';

/** The title of a page, what it says at a glance, and its actions. */
export function PageHead({
  title,
  subtitle,
  badges,
  actions,
  isPlain = false,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Beside the title. */
  badges?: ReactNode;
  actions?: ReactNode;
  /** For a title that is a name or a code. */
  isPlain?: boolean;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2 lg:mb-5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <h1 className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xl ${isPlain ? 'plain-heading' : ''}`}>
          {title}
          {badges}
        </h1>
        {subtitle && <p className="mt-0.5 text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
