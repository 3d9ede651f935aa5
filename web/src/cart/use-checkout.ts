import { toast } from '@sokuwa/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loginUrl } from '../lib/login-redirect.ts';
import { tokens } from '../lib/token-store.ts';

/** Milliseconds between the prompt and the redirect to the login (CART-56). */
const LOGIN_REDIRECT = 3000;
const CHECKOUT = '/product/shopping/checkout';

/**
 * What the Checkout button does: leads to the checkout. A guest is told that a login is needed, then led there.
 * Whoever leaves the cart meanwhile is not torn away from where they went.
 */
export const useCheckout = (): { checkout: () => void; leaving: boolean } => {
  const { history } = useRouter();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => history.push(loginUrl(CHECKOUT)), LOGIN_REDIRECT);
    return () => clearTimeout(timer);
  }, [leaving, history]);
  return {
    checkout: () => {
      if (tokens.get() !== null) {
        history.push(CHECKOUT);
        return;
      }
      toast.info('You need to be logged in to proceed with checkout');
      setLeaving(true);
    },
    leaving,
  };
};
