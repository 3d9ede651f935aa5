import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Confetti } from '@sokuwa/ui/confetti.tsx';
import { Link } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { sectionLink } from '../lib/links.ts';
import { PageLink } from '../lib/page-link.tsx';
import { ResultPage } from './result-page.tsx';

/** /payment/success: the provider's page redirects here after a payment (PAYMENT-32). */
export function PaymentSuccessPage() {
  return (
    <>
      <Confetti />
      <ResultPage
        illustration="orders"
        icon={<PackageCheck />}
        title="Congratulations!"
        actions={
          <>
            <PageLink path="/order" className={buttonClass({ variant: 'secondary' })}>
              My Orders
            </PageLink>
            <Link {...sectionLink('productList')} className={buttonClass()}>
              Continue Shopping
            </Link>
          </>
        }
      >
        <p>Your payment was successful.</p>
        <p>You will receive a mail with the details of your order and its delivery.</p>
      </ResultPage>
    </>
  );
}
