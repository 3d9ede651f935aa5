import { Accordion, AccordionItem } from '@sokuwa/ui/accordion.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';
import { MessageCircle, Phone } from 'lucide-react';
import { Blocks, Words } from './blocks.tsx';
import { channels, guides, head, lead, TRACK_GUIDE } from './content/help.ts';
import { InfoPage } from './info-page.tsx';
import { OrderCode } from './order-code.tsx';
import { TopicSection } from './topics.tsx';

/** One guide is open at a time; the one that opens comes into view (INFO-17). */
export function HelpPage() {
  const show = (row: HTMLElement) => row.scrollIntoView({ behavior: scrollBehavior() });
  return (
    <InfoPage title={head.title} lead={lead}>
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="max-w-3xl">
          <Accordion>
            {guides.map(({ id, title, blocks }) => (
              <AccordionItem key={id} id={id} group="guides" summary={<h2>{title}</h2>} onOpen={show}>
                <Blocks blocks={blocks} />
                {id === TRACK_GUIDE && <OrderCode />}
              </AccordionItem>
            ))}
          </Accordion>
        </div>
        <TopicSection id={channels.id} title={channels.title}>
          <Channels />
          <p className="mt-5 max-w-prose text-secondary">
            <Words text={channels.closing} />
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
      {channels.ways.map(({ icon, title, words, action, href }) => {
        const Icon = ICONS[icon];
        const look = `${buttonClass({ variant: 'secondary', size: 'sm' })} mt-4`;
        return (
          <li key={title} className="grid">
            <Panel>
              <h3 className="flex items-center gap-2.5 font-semibold text-base text-heading">
                <Icon aria-hidden="true" className="size-5" />
                {title}
              </h3>
              <p className="mt-1 text-secondary">{words}</p>
              {href.startsWith('http') ? (
                <ExternalLink href={href} className={look}>
                  {action}
                </ExternalLink>
              ) : (
                <a href={href} className={look}>
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
