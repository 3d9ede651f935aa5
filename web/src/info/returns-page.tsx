import { dates } from './content/facts.ts';
import { disputes, head, lead, sections } from './content/returns.ts';
import { InfoPage } from './info-page.tsx';
import { TopicAccordion, TopicSection, TopicSections } from './topics.tsx';

export function ReturnsPage() {
  return (
    <InfoPage
      title={head.title}
      lead={lead}
      dateText={`Last updated ${dates.returns}. Effective ${dates.returnsEffective}.`}
      sections={[...sections, disputes]}
    >
      <TopicSections topics={sections} />
      <div className="mt-12">
        <TopicSection id={disputes.id} title={disputes.title}>
          <p className="mb-4 text-secondary">{disputes.lead}</p>
          <TopicAccordion topics={disputes.topics} level={3} />
        </TopicSection>
      </div>
    </InfoPage>
  );
}
