import { toast } from '@sokuwa/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loginUrl } from '../lib/login-redirect.ts';
import { tokens } from '../lib/token-store.ts';

/** Time between the prompt and the redirect to the login (CART-56). */
const LOGIN_REDIRECT_MS = 3000;
const CHECKOUT = '/product/shopping/checkout';

/**
 * The Checkout button: opens the checkout, or prompts a guest to log in and redirects to the login (CART-54 to CART-56).
 * Leaving the page cancels the redirect.
 */
export const useCheckout = (): { checkout: () => void; isLeaving: boolean } => {
  const { history } = useRouter();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => history.push(loginUrl(CHECKOUT)), LOGIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, history]);
  return {
    checkout: () => {
      if (tokens.get() !== null) {
        history.push(CHECKOUT);
        return;
      }
      toast.info('You need to be logged in to proceed with checkout');
      setIsLeaving(true);
    },
    isLeaving,
  };
};
