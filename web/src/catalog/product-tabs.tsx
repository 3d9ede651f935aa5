import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Tabs } from '@sokuwa/ui/tabs.tsx';
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
          { id: 'description', label: 'Description', panel: <Prose text={product.description} /> },
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
