import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { PatternStrip } from '@sokuwa/ui/dividers.tsx';
import { Fact } from '@sokuwa/ui/fact.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { CartPicture } from '../cart/index.ts';
import { Days } from '../orders/index.ts';

/** Maximum number of product pictures. */
const MAX_PICTURES = 4;

const boxClass = 'mt-8 w-full max-w-md overflow-hidden rounded-lg corner-56 bg-section text-left';

/** Summary of a paid order: code, pictures, total, delivery estimate and address (PAYMENT-49). */
export function PaidOrder({ order }: { order: Order }) {
  const { id, items, total_price, estimated_delivery_duration, expected_delivery, shipping_address: to } = order;
  const hiddenCount = items.length - MAX_PICTURES;
  const addressLines = [
    `${to.first_name} ${to.last_name}`.trim(),
    to.street_address,
    [to.city, to.postal_code].filter(Boolean).join(', '),
    to.region === to.city ? '' : to.region,
    to.country,
  ].filter(Boolean);
  return (
    <section aria-labelledby="paid-order" className={boxClass}>
      <PatternStrip thin />
      <div className="p-5 sm:p-6">
        <h2 id="paid-order" className="font-bold font-display text-heading text-xl">
          Order <span className="whitespace-nowrap">{id}</span>
        </h2>
        <ul aria-label="Ordered products" className="mt-4 flex flex-wrap gap-2">
          {items.slice(0, MAX_PICTURES).map(({ product_id, product_image, product_name, price, quantity }) => (
            <li key={`${product_id} ${price}`}>
              <CartPicture image={product_image} className="size-16" sizes="64px" />
              <span className="sr-only">
                {quantity} × {product_name}
              </span>
            </li>
          ))}
          {hiddenCount > 0 && (
            <li className="grid size-16 place-items-center rounded-sm bg-quiet font-semibold text-secondary">
              +{hiddenCount}
            </li>
          )}
        </ul>
        <dl className="mt-5 grid gap-3">
          <Fact name="Total">{formatNairaPrice(total_price)}</Fact>
          {estimated_delivery_duration && <Fact name="Estimated delivery">{estimated_delivery_duration}</Fact>}
          {expected_delivery && (
            <Fact name="Should arrive">
              <Days days={expected_delivery} />
            </Fact>
          )}
          <Fact name="Delivery address">
            {addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
        </dl>
      </div>
    </section>
  );
}

export function PaidOrderLoading() {
  return (
    <div role="status" aria-label="Loading your order" className={boxClass}>
      <PatternStrip thin />
      <div className="p-5 sm:p-6">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="mt-4 size-16" />
        <Skeleton className="mt-5 h-24" />
      </div>
    </div>
  );
}
