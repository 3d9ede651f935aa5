import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CircleX } from 'lucide-react';
import { PageLink } from '../lib/page-link.tsx';
import { ResultPage } from './result-page.tsx';

/** Maximum characters shown of the URL's `error`, which is untrusted. */
const MAX_ERROR_LENGTH = 300;

/** /payment/failure (PAYMENT-35). @param error from the URL; shown as text */
export function PaymentFailurePage({ error }: { error: unknown }) {
  const text = typeof error === 'string' ? error.trim().slice(0, MAX_ERROR_LENGTH) : '';
  return (
    <ResultPage
      illustration="error"
      icon={<CircleX />}
      title="Payment Failure"
      actions={
        <>
          <PageLink path="/product/shopping/checkout" className={buttonClass()}>
            Back To Checkout
          </PageLink>
          <PageLink path="/" className={buttonClass({ variant: 'secondary' })}>
            Back To Home
          </PageLink>
        </>
      }
    >
      <p role="alert">Your payment was unsuccessful!!!</p>
      <p>Your cart is as you left it.</p>
      {text && <p className="wrap-anywhere rounded-md bg-danger-quiet px-4 py-3 text-danger">{text}</p>}
    </ResultPage>
  );
}
