import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { dates } from './content/facts.ts';
import { groups, head, lead } from './content/terms.ts';
import { InfoPage } from './info-page.tsx';
import { TopicSections } from './topics.tsx';

/** Three sections that open; the first one is. */
export function TermsPage() {
  return (
    <InfoPage title={head.title} lead={lead} dated={`Last updated ${dates.legal}`} places={groups}>
      <Accordion>
        {groups.map(({ id, title, topics }, at) => (
          <AccordionItem
            key={id}
            id={id}
            defaultOpen={at === 0}
            summary={<h2 className="font-bold font-display text-xl">{title}</h2>}
          >
            <TopicSections topics={topics} level={3} />
          </AccordionItem>
        ))}
      </Accordion>
    </InfoPage>
  );
}
