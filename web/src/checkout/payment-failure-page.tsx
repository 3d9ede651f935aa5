import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { CircleX } from 'lucide-react';
import { PageLink } from '../lib/page-link.tsx';
import { ResultPage } from './result-page.tsx';

/** Maximum characters shown of the URL's `error`, which is untrusted. */
const MOST = 300;

/** /payment/failure (PAYMENT-35). @param error from the URL; shown as text */
export function PaymentFailurePage({ error }: { error: unknown }) {
  const why = typeof error === 'string' ? error.trim().slice(0, MOST) : '';
  return (
    <ResultPage
      cloth="error"
      icon={<CircleX />}
      title="Payment Failure"
      actions={
        <>
          <PageLink path="/product/shopping/checkout" className={buttonClass({ variant: 'secondary' })}>
            Back To Checkout
          </PageLink>
          <PageLink path="/" className={buttonClass()}>
            Back To Home
          </PageLink>
        </>
      }
    >
      <p role="alert">Your payment was unsuccessful!!!</p>
      {why && <p className="wrap-anywhere rounded-md bg-danger-quiet px-4 py-3 text-danger">{why}</p>}
    </ResultPage>
  );
}
