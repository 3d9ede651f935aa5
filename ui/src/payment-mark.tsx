/** The ways to pay that the shop promises: the footer and the checkout show the same list. */
export const PAYMENT_MARKS = ['Verve', 'Mastercard', 'VISA', 'PayPal', 'Transfer'] as const;

/**
 * The mark of a way to pay: a neutral drawing of our own, not the owner's artwork. The names are trademarks of their owners and only
 * say what is accepted.
 */
export function PaymentMark({ name }: { name: (typeof PAYMENT_MARKS)[number] }) {
  return (
    <img
      src={`/brand/pay-${name.toLowerCase()}.svg`}
      alt={name}
      width={48}
      height={32}
      loading="lazy"
      className="h-8 w-12 rounded-xs ring-1 ring-line"
    />
  );
}
