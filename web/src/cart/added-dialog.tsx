import { Button } from '@sokuwa/ui/button.tsx';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { sectionLink } from '../lib/links.ts';
import type { AddedProduct } from './added-dialog-host.tsx';
import { CartPicture } from './cart-picture.tsx';

/** Confirms an add, and offers the cart or more shopping (CART-19). */
export function AddedDialog({ product, open, onClose }: { product: AddedProduct; open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const router = useRouter();

  // On the product's own page it leads back to where the shopper came from; elsewhere it only closes the dialog.
  const continueShopping = () => {
    onClose();
    if (router.state.location.pathname.replace(/\/$/, '') !== `/product/details/${product.id}`) return;
    if (router.history.canGoBack()) router.history.back();
    else void navigate(sectionLink('productList'));
  };
  const proceed = () => {
    onClose();
    void navigate({ to: '/product/shopping/cart' });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={`${product.title} added to cart successfully!!!`}
      plainTitle
      media={<CartPicture image={product.image} className="size-18" sizes="72px" />}
      stackActions
      actions={
        <>
          <Button onClick={proceed}>Proceed To Cart</Button>
          <Button variant="secondary" onClick={continueShopping}>
            Continue Shopping
          </Button>
        </>
      }
    />
  );
}
