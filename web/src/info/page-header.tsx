import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Link } from '@tanstack/react-router';

export type PageHeaderProps = {
  title: string;
  lead: string;
  /** The dates of the text, such as its last update. */
  dateText?: string | undefined;
};

/** The header of an information page: breadcrumbs, title, introduction and date. */
export function PageHeader({ title, lead, dateText }: PageHeaderProps) {
  return (
    <div className="bg-section">
      <div className={`${pageClass} pt-4 pb-9 lg:pb-12`}>
        <Breadcrumbs
          links={[
            <Link key="home" to="/">
              Home
            </Link>,
          ]}
          current={title}
        />
        <h1 className="mt-2 font-display text-3xl text-heading">{title}</h1>
        <p className="mt-3 max-w-prose text-lg text-secondary">{lead}</p>
        {dateText && <p className="mt-4 text-muted text-sm">{dateText}</p>}
      </div>
    </div>
  );
}
