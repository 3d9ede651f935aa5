export const PAYMENT_MARKS = ['Verve', 'Mastercard', 'VISA', 'PayPal', 'Transfer'] as const;

/** The name of a payment method on a small white plate. */
export function PaymentMark({ name }: { name: (typeof PAYMENT_MARKS)[number] }) {
  return (
    <span className="inline-flex h-8 items-center rounded-xs bg-float px-3 font-bold text-2xs text-on-float-text">
      {name}
    </span>
  );
}
