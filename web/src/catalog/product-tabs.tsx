import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Tabs } from '@sokuwa/ui/tabs.tsx';
import { RotateCcw, ShieldCheck, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { splitParagraphs } from './product-texts.ts';

const proseClass = 'max-w-(--container-prose) space-y-4 text-base leading-7 text-body';

/** Tabs with description, warranty and the contact form of the seller. */
export function ProductTabs({
  product,
  contactSeller,
}: {
  product: ProductDetail;
  contactSeller: (isOpen: boolean) => ReactNode;
}) {
  const [tab, setTab] = useState('description');
  return (
    <div className="mt-10 lg:mt-14">
      <Tabs
        label="About this product"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'description', label: 'Description', panel: <Description text={product.description} /> },
          {
            id: 'warranty',
            label: 'Warranty',
            panel: <Prose text={product.warranty || 'No warranty available at the moment'} />,
          },
          {
            id: 'contact',
            label: 'Contact Seller',
            panel: contactSeller(tab === 'contact'),
          },
        ]}
      />
    </div>
  );
}

function Prose({ text }: { text: string }) {
  return (
    <div className={proseClass}>
      {splitParagraphs(text).map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

const PROMISES = [
  { icon: Truck, title: 'Delivered worldwide', text: 'Duties and taxes are paid by the buyer' },
  { icon: RotateCcw, title: 'Easy returns', text: 'Within 30 days for unused items' },
  { icon: ShieldCheck, title: 'Paid safely', text: 'Card, transfer or USSD' },
];

function Description({ text }: { text: string }) {
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Prose text={text} />
      <ul className="space-y-5">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon className="mt-0.5 size-6 text-link" />
            <p>
              <span className="block font-semibold text-heading">{title}</span>
              <span className="block text-secondary text-sm">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
