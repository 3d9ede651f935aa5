import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Link } from '@tanstack/react-router';

export type PageOpeningProps = {
  title: string;
  lead: string;
  /** When its words were last changed, and what else a date says of them. */
  dated?: string | undefined;
};

/** The head of an information page, with the way to it. */
export function PageOpening({ title, lead, dated }: PageOpeningProps) {
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
        {dated && <p className="mt-4 text-muted text-sm">{dated}</p>}
      </div>
    </div>
  );
}
