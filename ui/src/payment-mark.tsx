const PAYMENT_MARKS = ['Verve', 'Mastercard', 'VISA', 'PayPal', 'Transfer'] as const;

/**
 * The mark of a payment method: our own neutral drawing, not the owner's artwork. The names are trademarks of their
 * owners and only say what is accepted.
 */
function PaymentMark({ name }: { name: (typeof PAYMENT_MARKS)[number] }) {
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

/** The list of accepted payment methods. Footer, product page, cart and checkout show the same one. */
export function PaymentMarks({ className = '' }: { className?: string }) {
  return (
    <ul aria-label="Ways to pay" className={`flex flex-wrap gap-2 ${className}`}>
      {PAYMENT_MARKS.map((name) => (
        <li key={name}>
          <PaymentMark name={name} />
        </li>
      ))}
    </ul>
  );
}
