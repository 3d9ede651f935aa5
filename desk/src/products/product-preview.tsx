import { computeSaleKobo } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Price } from '@sokuwa/ui/price.tsx';
import { ProductCardFrame } from '@sokuwa/ui/product-card.tsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { type ProductValues, toGrams, toPrice, toWholeNumber } from './product.values.ts';
import type { Shot } from './product-pictures.tsx';

/** The price that the form has, in kobo before and after the discount; undefined while it is not complete. */
export const pricesOf = ({ price, discount_percent }: ProductValues) => {
  const naira = toPrice(price);
  const percent = toWholeNumber(discount_percent || '0');
  if (naira === null || naira <= 0 || !(percent >= 0 && percent <= 99)) return undefined;
  const original = kobo(Math.round(naira * 100));
  return { original, sale: computeSaleKobo(original, percent), percent };
};

/** The product as the shopper sees it, and what would make it sell better. */
export function ProductPreview({ values, shots }: { values: ProductValues; shots: readonly Shot[] }) {
  const prices = pricesOf(values);
  const grams = toGrams(values.weight_kg);
  const cover = shots[0];
  return (
    <PanelStack>
      <Panel title="As the shopper sees it" isPadded>
        <div className="mx-auto max-w-48">
          {!cover && <div aria-hidden="true" className="placeholder-pattern corner-40 mb-2 aspect-square rounded-lg" />}
          <ProductCardFrame
            title={values.title || 'Name of the product'}
            link={({ className, children }) => <span className={className}>{children}</span>}
            picture={cover ? { src: cover.url } : null}
            weight={grams === null ? undefined : `${grams / 1000} kg`}
            price={
              prices ? (
                <Price
                  price={formatNaira(prices.sale)}
                  originalPrice={prices.percent > 0 ? formatNaira(prices.original) : undefined}
                  discountPercent={prices.percent}
                />
              ) : (
                <span className="text-muted">No price yet</span>
              )
            }
            outOfStock={cover !== undefined && toWholeNumber(values.stock) === 0}
          />
        </div>
      </Panel>
      <Checklist values={values} shots={shots} />
    </PanelStack>
  );
}

function Checklist({ values, shots }: { values: ProductValues; shots: readonly Shot[] }) {
  const points: [text: string, isDone: boolean][] = [
    ['A name that says what it is', values.title.trim().length >= 8],
    ['Two pictures or more', shots.length >= 2],
    ['What each picture shows', shots.length > 0 && shots.every(({ alt }) => alt.trim() !== '')],
    ['A description of two sentences', values.description.trim().length >= 80],
    [
      'Price, weight and category',
      toPrice(values.price) !== null && toGrams(values.weight_kg) !== null && values.sub_item_id !== '',
    ],
    ['Other names that people search for', values.keywords.trim() !== ''],
  ];
  const done = points.filter(([, isDone]) => isDone).length;
  return (
    <Panel
      title="Good listing"
      isPadded
      aside={
        <span className="ml-auto font-semibold text-xs">
          {done} of {points.length}
        </span>
      }
    >
      <div
        role="progressbar"
        aria-label="Good listing"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={points.length}
        className="h-2 overflow-hidden rounded-full bg-quiet"
      >
        <div className="h-full rounded-full bg-success" style={{ width: `${(done / points.length) * 100}%` }} />
      </div>
      <ul className="mt-3 flex flex-col gap-1.5 text-xs">
        {points.map(([text, isDone]) => (
          <li key={text} className={cx('flex gap-1.5', isDone ? 'text-muted' : 'text-body')}>
            {isDone ? <CircleCheck className="size-4 text-success" /> : <CircleAlert className="size-4 text-warning" />}
            <span>
              {text}
              <span className="sr-only">{isDone ? ': done' : ': missing'}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
