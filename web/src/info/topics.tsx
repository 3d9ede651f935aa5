import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import type { ReactNode } from 'react';
import { Blocks } from './blocks.tsx';
import type { Topic } from './content/page-content.ts';

/** Topics as accordion items, each with its own URL hash. @param level heading level of the titles */
export function TopicAccordion({ topics, level }: { topics: readonly Topic[]; level: 2 | 3 }) {
  const Title = `h${level}` as const;
  return (
    <Accordion>
      {topics.map(({ id, title, blocks }) => (
        <AccordionItem key={id} id={id} summary={<Title>{title}</Title>}>
          <Blocks blocks={blocks} level={level === 2 ? 3 : 4} />
        </AccordionItem>
      ))}
    </Accordion>
  );
}

/** Topics as titled sections. @param level heading level of the titles */
export function TopicSections({ topics, level = 2 }: { topics: readonly Topic[]; level?: 2 | 3 }) {
  return (
    <div className={level === 2 ? 'space-y-9' : 'space-y-6'}>
      {topics.map(({ id, title, blocks }) => (
        <TopicSection key={id} id={id} title={title} level={level}>
          <Blocks blocks={blocks} level={level === 2 ? 3 : 4} />
        </TopicSection>
      ))}
    </div>
  );
}

export function TopicSection({
  id,
  title,
  level = 2,
  children,
}: {
  id: string;
  title: string;
  level?: 2 | 3;
  children: ReactNode;
}) {
  const Title = `h${level}` as const;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Title
        id={`${id}-title`}
        className={
          level === 2 ? 'mb-3 font-bold font-display text-heading text-xl' : 'mb-2 font-semibold text-base text-heading'
        }
      >
        {title}
      </Title>
      {children}
    </section>
  );
}
