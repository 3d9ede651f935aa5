import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

/** The link back to the cart, for pages without a cart button. */
export function BackToCart() {
  return (
    <Link
      to="/product/shopping/cart"
      className="inline-flex min-h-11 items-center gap-2.5 text-secondary no-underline hover:text-heading hover:underline"
    >
      <ArrowLeft className="size-5" />
      Back to cart
    </Link>
  );
}
