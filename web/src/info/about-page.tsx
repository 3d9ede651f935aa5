import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Link } from '@tanstack/react-router';
import { MessagesSquare, ShieldCheck, Truck, Undo2 } from 'lucide-react';
import { sectionLink } from '../lib/links.ts';
import { Blocks, LinkedText } from './blocks.tsx';
import { commitment, head, type Icon, lead, name, offer, services, vision, why } from './content/about.ts';
import { PageHeader } from './page-header.tsx';
import { TopicSection } from './topics.tsx';
import { useScrollToHash } from './use-scroll-to-hash.ts';

export function AboutPage() {
  useScrollToHash();
  return (
    <>
      <PageHeader title={head.title} lead={lead} />
      <div className={`${pageClass} space-y-9 py-9 lg:space-y-14 lg:py-14`}>
        <div className="grid gap-x-14 gap-y-9 lg:grid-cols-2">
          <AboutTopic topic={vision} />
          <ShopName />
        </div>
        <Offer />
        <Services />
        <div className="grid gap-x-14 gap-y-9 lg:grid-cols-2">
          <AboutTopic topic={why} />
          <AboutTopic topic={commitment} />
        </div>
        <Link {...sectionLink('productList')} className={`${buttonClass()} print:hidden`}>
          Browse Products
        </Link>
      </div>
    </>
  );
}

function AboutTopic({ topic: { id, title, blocks } }: { topic: typeof vision }) {
  return (
    <TopicSection id={id} title={title}>
      <Blocks blocks={blocks} />
    </TopicSection>
  );
}

/** The two words that the shop's name comes from, under a strip of cloth. */
function ShopName() {
  return (
    <section
      id={name.id}
      aria-labelledby="name-title"
      data-background="brand"
      className="corner-72 overflow-hidden rounded-xl bg-brand text-on-brand-muted"
    >
      <div aria-hidden="true" className="h-14 bg-[url(/brand/adire-cloth.webp)] bg-indigo-900 bg-top print:hidden" />
      <div className="p-6 sm:p-8">
        <h2 id="name-title" className="font-bold font-display text-on-brand text-xl">
          {name.title}
        </h2>
        <dl className="my-5 flex flex-wrap gap-x-10 gap-y-4">
          {name.words.map(({ word, language, lang, meaning }) => (
            <div key={word}>
              <dt lang={lang} className="font-display text-3xl text-highlight">
                {word}
              </dt>
              <dd className="mt-1 text-sm">
                {language}: {meaning}
              </dd>
            </div>
          ))}
        </dl>
        {name.blocks.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

function Offer() {
  return (
    <TopicSection id={offer.id} title={offer.title}>
      <Blocks blocks={offer.blocks} />
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {offer.kinds.map(({ title, text, picture }) => (
          <li key={title} className="flex items-center gap-4">
            <img
              src={picture}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              className="corner-40 size-20 shrink-0 rounded-lg bg-quiet object-cover"
            />
            <div>
              <h3 className="font-semibold text-base text-heading">{title}</h3>
              <p className="text-secondary">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </TopicSection>
  );
}

const ICONS: Record<Icon, typeof Truck> = {
  delivery: Truck,
  payment: ShieldCheck,
  returns: Undo2,
  help: MessagesSquare,
};

function Services() {
  return (
    <TopicSection id={services.id} title={services.title}>
      <ul className="grid gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-4">
        {services.cards.map(({ icon, title, text }) => {
          const Icon = ICONS[icon];
          return (
            <li key={title} className="corner-40 rounded-lg bg-section p-5">
              <span className="grid size-12 place-items-center rounded-md bg-action-quiet text-link">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <h3 className="mt-4 font-semibold text-base text-heading">{title}</h3>
              <p className="mt-1 text-secondary">
                <LinkedText text={text} />
              </p>
            </li>
          );
        })}
      </ul>
    </TopicSection>
  );
}
