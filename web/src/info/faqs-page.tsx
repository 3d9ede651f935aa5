import { structuredData } from '../catalog/index.ts';
import { dates } from './content/facts.ts';
import { closing, groups, head, lead } from './content/faqs.ts';
import { Closing, InfoPage } from './info-page.tsx';
import { toPlainText } from './linked-text.ts';
import { TopicAccordion, TopicSection } from './topics.tsx';

export function FaqsPage() {
  return (
    <InfoPage title={head.title} lead={lead} dateText={`Last updated ${dates.faqs}`} sections={groups}>
      <FaqData />
      <div className="space-y-9">
        {groups.map(({ id, title, topics }) => (
          <TopicSection key={id} id={id} title={title}>
            <TopicAccordion topics={topics} level={3} />
          </TopicSection>
        ))}
      </div>
      <Closing {...closing} />
    </InfoPage>
  );
}

/** Structured data of the questions for search engines. It is in the body, as the head's code is loaded with every page. */
function FaqData() {
  const { type, children } = structuredData({
    '@type': 'FAQPage',
    mainEntity: groups
      .flatMap(({ topics }) => topics)
      .map(({ title, blocks }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: toPlainText(blocks) },
      })),
  });
  return <script type={type}>{children}</script>;
}
