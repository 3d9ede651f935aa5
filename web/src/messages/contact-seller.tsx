import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { returnSearch } from '../lib/login-redirect.ts';
import { useToken } from '../lib/token-store.ts';

const Form = lazyWithRetry(
  async () => (await import('./contact-seller-form.tsx')).ContactSellerForm,
  <Skeleton className="h-64 w-full" />,
);

/** Contact form of the seller. The form loads on demand for signed-in users. */
export function ContactSeller({ product, open }: { product: ProductDetail; open: boolean }) {
  const signedIn = useToken() !== null;
  const [isOpened, setIsOpened] = useState(false);
  if (open && signedIn && !isOpened) setIsOpened(true);
  // Once opened the form stays, so that its message about an ended session does not disappear with the token.
  if (!isOpened) return <SignInPrompt />;
  return <Form productId={product.id} storeName={product.merchant_profile.store_name} prompt={<SignInPrompt />} />;
}

/** Sign-in prompt of the contact form. */
function SignInPrompt() {
  const search = returnSearch(useLocation({ select: ({ href }) => href }));
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="font-semibold text-heading text-lg">Sign in to contact this seller</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to="/register" search={search} className={buttonClass()}>
          Create an account
        </Link>
        <Link to="/login" search={search} className={`inline-flex min-h-11 items-center ${textLinkClass}`}>
          Have an account? Log in
        </Link>
      </div>
    </div>
  );
}
