import { structuredData } from '../catalog/index.ts';
import { dates } from './content/facts.ts';
import { closing, groups, head, lead } from './content/faqs.ts';
import { Closing, InfoPage } from './info-page.tsx';
import { TopicAccordion, TopicSection } from './topics.tsx';
import { plainText } from './words.ts';

export function FaqsPage() {
  return (
    <InfoPage title={head.title} lead={lead} dated={`Last updated ${dates.faqs}`} places={groups}>
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

/** The questions for search engines; within the page, since its head is known to all pages and its words are not. */
function FaqData() {
  const { type, children } = structuredData({
    '@type': 'FAQPage',
    mainEntity: groups
      .flatMap(({ topics }) => topics)
      .map(({ title, blocks }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: plainText(blocks) },
      })),
  });
  return <script type={type}>{children}</script>;
}
