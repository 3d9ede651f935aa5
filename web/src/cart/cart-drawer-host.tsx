import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { createAtom } from '@tanstack/react-store';

const CartDrawer = lazyDialog(async () => (await import('./cart-drawer.tsx')).CartDrawer);
const isOpen = createAtom(false);

/** For the cart button's hover and focus: the drawer then opens without a wait. */
export const preloadCartDrawer = CartDrawer.preload;

/** Opens the drawer. When its code can't be loaded, the cart page shows the same. */
export const openCartDrawer = (): void => {
  CartDrawer.load().then(
    () => isOpen.set(true),
    () => location.assign('/product/shopping/cart'),
  );
};

const close = () => isOpen.set(false);

/** The cart at the side of every page; rendered once, in the shell. */
export function CartDrawerHost() {
  return <CartDrawer open={useAtomValue(isOpen, false)} onClose={close} />;
}
