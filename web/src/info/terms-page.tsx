import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { dates } from './content/facts.ts';
import { groups, head, lead } from './content/terms.ts';
import { InfoPage } from './info-page.tsx';
import { TopicSections } from './topics.tsx';

/** Three accordion items; the first one is open at the start. */
export function TermsPage() {
  return (
    <InfoPage title={head.title} lead={lead} dateText={`Last updated ${dates.legal}`} sections={groups}>
      <Accordion>
        {groups.map(({ id, title, topics }, index) => (
          <AccordionItem
            key={id}
            id={id}
            defaultOpen={index === 0}
            summary={<h2 className="font-bold font-display text-xl">{title}</h2>}
          >
            <TopicSections topics={topics} level={3} />
          </AccordionItem>
        ))}
      </Accordion>
    </InfoPage>
  );
}
