import { lazy, Suspense, useSyncExternalStore } from 'react';

type Phase = 'never' | 'open' | 'closed';
let phase: Phase = 'never';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const become = (next: Phase) => {
  phase = next;
  for (const listener of listeners) listener();
};

const load = () => import('./cart-drawer.tsx');
const CartDrawer = lazy(() => load().then((module) => ({ default: module.CartDrawer })));

/** For the cart button's hover and focus: the drawer then opens without a wait. */
export const preloadCartDrawer = (): void => {
  load().catch(() => {});
};

/** Opens the drawer; where it can't be fetched, the cart's own page shows the same. */
export const openCartDrawer = (): void => {
  load().then(
    () => become('open'),
    () => location.assign('/product/shopping/cart'),
  );
};

const close = () => become('closed');

/** The cart at the side of every page; stands once in the shell. */
export function CartDrawerHost() {
  const now = useSyncExternalStore<Phase>(
    subscribe,
    () => phase,
    () => 'never',
  );
  // Mounted when first wanted, and left there, so that closing can be seen.
  return now === 'never' ? null : (
    <Suspense fallback={null}>
      <CartDrawer open={now === 'open'} onClose={close} />
    </Suspense>
  );
}
