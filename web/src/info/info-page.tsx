import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import type { ReactNode } from 'react';
import { Blocks } from './blocks.tsx';
import type { Block } from './content/page-content.ts';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { useScrollToHash } from './use-scroll-to-hash.ts';

const sectionLinkClass =
  'inline-flex items-center whitespace-nowrap font-medium text-body text-sm no-underline hover:text-link max-lg:h-11 max-lg:rounded-full max-lg:border max-lg:border-line-strong max-lg:px-4 lg:min-h-9 lg:hover:underline';

/** The layout of an information page: header, links to its sections, and content. */
export function InfoPage({
  title,
  lead,
  dateText,
  sections = [],
  children,
}: PageHeaderProps & {
  /** Sections to link to: a row of chips on narrow screens, a list beside the text on wide ones. */
  sections?: readonly { id: string; title: string }[];
  children: ReactNode;
}) {
  useScrollToHash();
  return (
    <>
      <PageHeader title={title} lead={lead} dateText={dateText} />
      <div
        className={`${pageClass} grid grid-cols-1 gap-x-14 gap-y-8 pt-6 pb-14 lg:pt-12 ${sections.length > 0 ? 'lg:grid-cols-[16.5rem_minmax(0,1fr)]' : ''}`}
      >
        {sections.length > 0 && (
          <nav aria-label="On this page" className="min-w-0 lg:sticky lg:top-24 lg:self-start">
            <p className="mb-2 font-semibold text-heading text-sm max-lg:sr-only">On this page</p>
            <ul className="-mx-4 no-scrollbar relative flex gap-2 overflow-x-auto px-4 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:block lg:p-0">
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`} className={sectionLinkClass}>
                    {section.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={sections.length > 0 ? 'min-w-0 max-w-3xl' : 'min-w-0'}>{children}</div>
      </div>
    </>
  );
}

/** The last panel of a page, for questions that the page does not answer. */
export function Closing({ title, blocks }: { title: string; blocks: readonly Block[] }) {
  return (
    <Panel className="mt-12">
      <h2 className="mb-2 font-bold font-display text-heading text-xl">{title}</h2>
      <Blocks blocks={blocks} />
    </Panel>
  );
}
