import { Button } from '@sokuwa/ui/button.tsx';
import { PaymentMarks } from '@sokuwa/ui/payment-mark.tsx';
import { Lock } from 'lucide-react';
import { useId } from 'react';

/** The Proceed To Payment button with the amount, below the payment methods. */
export function PayButton({
  busy,
  isCalculating,
  amount,
  onPay,
}: {
  /** Whether the order is being placed. */
  busy: boolean;
  /** Whether the totals are still being calculated; the button waits for them. */
  isCalculating: boolean;
  /** The amount left to pay: '₦12,450.50'. */
  amount: string | undefined;
  onPay: () => void;
}) {
  const amountId = useId();
  const isReady = !isCalculating && amount !== undefined;
  return (
    <section aria-label="Payment" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 font-semibold text-heading text-sm">
          <Lock className="size-5" />
          Pay securely with
        </p>
        <PaymentMarks />
      </div>
      <Button
        size="lg"
        block
        // The amount wraps to a second line if there is not enough width.
        className="h-auto! min-h-14 flex-wrap gap-y-0! px-4! py-2 max-sm:text-base"
        busy={busy || isCalculating}
        onClick={onPay}
        // The button's accessible name is specified, so the amount is its description.
        aria-describedby={isReady && !busy ? amountId : undefined}
      >
        {isCalculating && !busy ? 'Calculating delivery…' : 'Proceed To Payment'}
        {isReady && !busy && (
          <span id={amountId} aria-hidden="true" className="font-bold">
            {amount}
          </span>
        )}
      </Button>
      <p className="text-balance text-center text-muted text-sm">
        You pay on our provider’s secure page, then come straight back.
      </p>
    </section>
  );
}
