import { dates } from './content/facts.ts';
import { head, lead, sections } from './content/privacy.ts';
import { InfoPage } from './info-page.tsx';
import { TopicSections } from './topics.tsx';

export function PrivacyPage() {
  return (
    <InfoPage title={head.title} lead={lead} dateText={`Last updated ${dates.legal}`} sections={sections}>
      <TopicSections topics={sections} />
    </InfoPage>
  );
}
