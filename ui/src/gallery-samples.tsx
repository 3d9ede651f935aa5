import { useState } from 'react';
import { AddButton } from './add-button.tsx';
import { Price } from './price.tsx';
import { ProductCardFrame } from './product-card.tsx';
import { saleTagText, Tag } from './tag.tsx';

const SAMPLES = {
  tomatoes: ['Plum tomatoes, vine-ripened', 'plum-tomatoes-front', '4 kg', '₦9,775', '£4.77', 15, '₦11,500'],
  yam: ['Puna yam, three tubers', 'puna-yam-front', '6 kg', '₦12,450', '£6.08', 0, undefined],
  garri: ['Ìjẹ̀bú garri, extra sour', 'ijebu-garri-front', '2 kg', '₦4,900', '£2.39', 0, undefined],
  honey: ['Wild honey, Ọ̀yọ́ forest', 'wild-honey-front', '0.5 kg', '₦7,350', '£3.59', 0, undefined],
  kaftan: ['Indigo adire kaftan', 'adire-kaftan-front', '0.4 kg', '₦32,000', '£15.63', 20, '₦40,000'],
  'palm-oil': ['Unrefined palm oil, Akwa Ibom', 'palm-oil-group', '0.92 kg', '₦3,850', '£1.88', 15, '₦4,530'],
  djembe: ['Carved djembe, goatskin head', 'djembe-front', '5.2 kg', '₦58,000', '£28.32', 0, undefined],
} as const;

export type Sample = keyof typeof SAMPLES;

/** A product card with sample data. */
export function SampleCard({
  sample,
  state,
}: {
  sample: Sample;
  state?: 'adding' | 'out-of-stock' | 'no-picture' | 'new';
}) {
  const [title, picture, weight, price, converted, percent, originalPrice] = SAMPLES[sample];
  const [adding, setAdding] = useState(false);
  return (
    <ProductCardFrame
      title={title}
      link={(props) => <a href="#product" {...props} />}
      picture={state === 'no-picture' ? null : { src: `/brand/samples/${picture}.webp`, sizes: '240px' }}
      tags={
        <>
          {percent > 0 && <Tag kind="sale">{saleTagText(percent)}</Tag>}
          {state === 'new' && <Tag kind="new">New</Tag>}
        </>
      }
      addButton={
        <AddButton
          label={`Add ${title} to cart`}
          busy={adding || state === 'adding'}
          onClick={() => {
            setAdding(true);
            setTimeout(() => setAdding(false), 1200);
          }}
        />
      }
      weight={weight}
      price={<Price price={price} originalPrice={originalPrice} converted={converted} discountPercent={percent} />}
      outOfStock={state === 'out-of-stock'}
    />
  );
}
