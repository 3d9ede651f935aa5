import { dates } from './content/facts.ts';
import { head, lead, sections } from './content/privacy.ts';
import { InfoPage } from './info-page.tsx';
import { TopicSections } from './topics.tsx';

export function PrivacyPage() {
  return (
    <InfoPage title={head.title} lead={lead} dated={`Last updated ${dates.legal}`} places={sections}>
      <TopicSections topics={sections} />
    </InfoPage>
  );
}
