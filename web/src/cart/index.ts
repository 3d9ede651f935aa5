export { cartKey } from './account-cart.ts';
export { addItemsToCart } from './add-items.ts';
export { addProductToCart } from './add-product.ts';
export { AddedDialogHost } from './added-dialog-host.tsx';
export { BuyBox } from './buy-box.tsx';
export { CardAddButton } from './card-add-button.tsx';
export {
  type CartItem,
  type CartItems,
  computeLineTotal,
  computeSubtotal,
  countItems,
  describeUnavailability,
} from './cart.rules.ts';
export { useCartCount } from './cart-count.ts';
export { CartCounterHost } from './cart-counter-host.tsx';
export { CartDrawerHost, openCartDrawer, preloadCartDrawer } from './cart-drawer-host.tsx';
export { CartPage } from './cart-page.tsx';
export { CartError, EmptyCart, LineLink, LineNote, StaleCartAlert } from './cart-parts.tsx';
export { CartPicture } from './cart-picture.tsx';
export { formatItemCount } from './cart-texts.ts';
export { mergeGuestCart } from './merge-guest-cart.ts';
export { CART_REFETCH_MS, useCart } from './use-cart.ts';
