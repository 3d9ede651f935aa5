import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { Confetti } from '@sokuwa/ui/confetti.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useRouter } from '@tanstack/react-router';
import { CreditCard, Landmark, type LucideIcon, Smartphone, Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { BackToCart } from './back-to-cart.tsx';

const PlacedDialog = lazyDialog(async () => (await import('./placed-dialog.tsx')).PlacedDialog);

const METHODS: readonly (readonly [name: string, Icon: LucideIcon])[] = [
  ['Cash On Delivery', Wallet],
  ['USSD', Smartphone],
  ['Bank Transfer', Landmark],
  ['Card', CreditCard],
];

/**
 * /product/shopping/checkout/payment, a mock (CHECKOUT-47). Nothing can be typed into its fields, and
 * nothing on it is sent (docs/decisions/checkout-totals.md).
 */
export function CardPage() {
  const router = useRouter();
  const noteId = useId();
  const [isPlaced, setIsPlaced] = useState(false);
  return (
    <div className={`${pageClass} pt-4 pb-14`}>
      <div className="mx-auto max-w-176">
        <BackToCart />
        <h1 className="mt-1 mb-6 font-display text-3xl text-heading">Payment</h1>
        <Alert kind="info">
          <span id={noteId}>
            This page only shows what paying by card looks like. It takes no card and no money; orders are paid on our
            provider’s secure page.
          </span>
        </Alert>
        <Panel tone="outline" corner={false} className="mt-5">
          <fieldset aria-describedby={noteId}>
            <legend className="mb-2 font-bold font-display text-heading text-xl">Payment method</legend>
            <div className="grid gap-x-6 sm:grid-cols-2">
              {METHODS.map(([name, Icon]) => (
                <Radio
                  key={name}
                  name="method"
                  defaultChecked={name === 'Card'}
                  label={
                    <span className="flex items-center gap-2.5">
                      <Icon className="size-5 text-secondary" />
                      {name}
                    </span>
                  }
                />
              ))}
            </div>
          </fieldset>
        </Panel>
        <Panel tone="outline" corner={false} className="mt-4">
          <section aria-labelledby="card">
            <h2 id="card" className="mb-4 font-bold font-display text-heading text-xl">
              Card
            </h2>
            <div className="grid gap-5 sm:grid-cols-2">
              <Sample label="Name on card" text="Your name" />
              <Sample label="Card number" text="•••• •••• •••• ••••" />
              <Sample label="Expiry date" text="MM / YY" />
              <Sample label="CVV" text="•••" />
            </div>
          </section>
        </Panel>
        <Button
          size="lg"
          block
          className="mt-5"
          onPointerEnter={PlacedDialog.preload}
          onFocus={PlacedDialog.preload}
          onClick={() => setIsPlaced(true)}
        >
          Continue Payment
        </Button>
      </div>
      <PlacedDialog
        open={isPlaced}
        onClose={() => setIsPlaced(false)}
        onContinue={() => void router.navigate({ to: '/' })}
      />
      {isPlaced && <Confetti />}
    </div>
  );
}

/** A read-only sample field: without a name, outside a form, without autofill. */
function Sample({ label, text }: { label: string; text: string }) {
  return <TextField label={label} value={text} readOnly autoComplete="off" inputMode="none" />;
}
