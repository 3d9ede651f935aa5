import { formatNaira } from '@sokuwa/contract/money.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { DashedLine } from '@sokuwa/ui/dividers.tsx';
import { PaymentMarks } from '@sokuwa/ui/payment-mark.tsx';
import { CircleDollarSign, Gift, Landmark, Lock } from 'lucide-react';
import { type CartItems, computeSubtotal, countItems, describeUnavailability } from './cart.rules.ts';
import { CartPrice } from './cart-parts.tsx';
import { formatItemCount } from './cart-texts.ts';
import { useCheckout } from './use-checkout.ts';

/** The specified words (CART-53); the marks below them are the accepted payment methods (CART-94). */
const PAYMENT_METHODS = [
  ['USD', CircleDollarSign],
  ['Transfer', Landmark],
  ['Gift Card', Gift],
] as const;

/** Panel styles: on wide screens around the whole summary, on narrow ones without the checkout bar. */
const PANEL = {
  narrow: 'max-xl:rounded-xl max-xl:corner-72 max-xl:bg-section max-xl:p-5 max-xl:md:p-8',
  wide: 'xl:rounded-xl xl:corner-72 xl:bg-section xl:p-8',
};

/**
 * The summary with the Checkout button. On narrow screens the button and the subtotal are a bar that sticks to the
 * bottom of the window until the visitor scrolls to its place in the page (CART-92).
 */
export function OrderSummary({ items }: { items: CartItems }) {
  const { checkout, isLeaving } = useCheckout();
  const subtotal = computeSubtotal(items);
  const amount = formatNaira(subtotal);
  return (
    <section
      aria-labelledby="order-summary"
      className={`max-xl:contents xl:row-span-2 xl:flex xl:flex-col ${PANEL.wide}`}
    >
      <div className={`max-xl:mt-8 xl:contents ${PANEL.narrow}`}>
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
            <dd className="text-right">
              <CartPrice amount={subtotal} />
            </dd>
          </div>
        </dl>
        {items.some((item) => describeUnavailability(item) !== undefined) && (
          <div className="mt-6">
            <Alert kind="warning">Some items can't be bought as they are. Please change or remove them.</Alert>
          </div>
        )}
        <div className="mt-8 xl:order-1">
          <h3 id="we-accept" className="text-secondary text-sm">
            We Accept
          </h3>
          <ul aria-labelledby="we-accept" className="mt-2 flex flex-wrap gap-2">
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
          <PaymentMarks className="mt-3" />
        </div>
      </div>
      <div className="mt-6 flex items-center gap-5 max-xl:sticky max-xl:bottom-0 max-xl:z-12 max-xl:-mx-4 max-xl:border-line max-xl:border-t max-xl:bg-surface max-xl:px-4 max-xl:pt-3 max-xl:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-xl:md:-mx-6 max-xl:md:px-6">
        <p className="xl:hidden">
          <span className="block text-secondary text-xs">Subtotal</span>
          <span className="whitespace-nowrap">
            <CartPrice amount={subtotal} />
          </span>
        </p>
        <Button
          size="lg"
          className="min-w-0 flex-1 px-4!"
          icon={<Lock className="size-5" />}
          busy={isLeaving}
          onClick={checkout}
        >
          Checkout
        </Button>
      </div>
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
