import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';
import { MessageCircle, Phone } from 'lucide-react';
import { Blocks, LinkedText } from './blocks.tsx';
import { channels, guides, head, lead, TRACK_GUIDE } from './content/help.ts';
import { InfoPage } from './info-page.tsx';
import { OrderCode } from './order-code.tsx';
import { TopicSection } from './topics.tsx';

/** The Help Center. One guide is open at a time; a guide that opens scrolls into view (INFO-17). */
export function HelpPage() {
  const scrollIntoView = (row: HTMLElement) => row.scrollIntoView({ behavior: scrollBehavior() });
  return (
    <InfoPage title={head.title} lead={lead}>
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="max-w-3xl">
          <Accordion>
            {guides.map(({ id, title, blocks }) => (
              <AccordionItem key={id} id={id} group="guides" summary={<h2>{title}</h2>} onOpen={scrollIntoView}>
                <Blocks blocks={blocks} />
                {id === TRACK_GUIDE && <OrderCode />}
              </AccordionItem>
            ))}
          </Accordion>
        </div>
        <TopicSection id={channels.id} title={channels.title}>
          <Channels />
          <p className="mt-5 max-w-prose text-secondary">
            <LinkedText text={channels.closing} />
          </p>
        </TopicSection>
      </div>
    </InfoPage>
  );
}

const ICONS = { chat: MessageCircle, call: Phone };

function Channels() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-1">
      {channels.ways.map(({ icon, title, text, action, href }) => {
        const Icon = ICONS[icon];
        const linkClass = `${buttonClass({ variant: 'secondary', size: 'sm' })} mt-4`;
        return (
          <li key={title} className="grid">
            <Panel>
              <h3 className="flex items-center gap-2.5 font-semibold text-base text-heading">
                <Icon aria-hidden="true" className="size-5" />
                {title}
              </h3>
              <p className="mt-1 text-secondary">{text}</p>
              {href.startsWith('http') ? (
                <ExternalLink href={href} className={linkClass}>
                  {action}
                </ExternalLink>
              ) : (
                <a href={href} className={linkClass}>
                  {action}
                </a>
              )}
            </Panel>
          </li>
        );
      })}
    </ul>
  );
}
