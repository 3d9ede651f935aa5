import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { CircleDollarSign, Gift, Landmark } from 'lucide-react';
import { type CartItems, computeSubtotal, countItems, describeUnavailability } from './cart.rules.ts';
import { formatItemCount, formatPrice } from './cart-texts.ts';
import { useCheckout } from './use-checkout.ts';

const PAYMENT_METHODS = [
  ['USD', CircleDollarSign],
  ['Transfer', Landmark],
  ['Gift Card', Gift],
] as const;

export function OrderSummary({ items }: { items: CartItems }) {
  const { checkout, isLeaving } = useCheckout();
  const amount = formatPrice(computeSubtotal(items));
  return (
    <section aria-labelledby="order-summary" className="rounded-xl corner-72 bg-section p-5 md:p-8">
      <h2 id="order-summary" className="font-bold font-display text-heading text-xl">
        Order Summary
      </h2>
      <dl className="mt-5 grid gap-4">
        <Entry name={formatItemCount(countItems(items))} value={amount} />
        <Entry name="Delivery" value="At checkout" quiet />
      </dl>
      <DashedLine className="my-6" />
      <dl>
        <div className="flex justify-between gap-3 font-bold text-heading text-lg">
          <dt>Subtotal</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      {items.some((item) => describeUnavailability(item) !== undefined) && (
        <div className="mt-6">
          <Alert kind="warning">Some items can't be bought as they are. Please change or remove them.</Alert>
        </div>
      )}
      <Button size="lg" block className="mt-6" busy={isLeaving} onClick={checkout}>
        Checkout
      </Button>
      <h3 className="mt-8 text-secondary text-sm">We Accept</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {PAYMENT_METHODS.map(([name, Icon]) => (
          <li
            key={name}
            className="inline-flex h-9 items-center gap-2 rounded-sm border border-line bg-surface px-3 font-semibold text-sm"
          >
            <Icon className="size-4 text-secondary" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ name, value, quiet = false }: { name: string; value: string; quiet?: boolean }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{name}</dt>
      <dd className={quiet ? 'text-secondary' : 'font-medium'}>{value}</dd>
    </div>
  );
}
