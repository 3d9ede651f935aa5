import { lazy, Suspense, useSyncExternalStore } from 'react';

/** What was put into the cart. */
export type Added = { id: number; title: string; image: string };

let added: Added | null = null;
let open = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = () => {
  for (const listener of listeners) listener();
};

const load = () => import('./added-dialog.tsx');
const AddedDialog = lazy(() => load().then((module) => ({ default: module.AddedDialog })));

/** Fetches the dialog while the server is still answering, so that it opens at once. */
export const preloadAddedDialog = (): void => {
  load().catch(() => {});
};

/** Opens the success dialog for a product that was just added. */
export const showAdded = (product: Added): void => {
  const show = () => {
    added = product;
    open = true;
    tell();
  };
  // Where the connection broke meanwhile, the toast alone says what happened.
  load().then(show, () => {});
};

const close = () => {
  open = false;
  tell();
};

/** The success dialog of every add; stands once in the shell. */
export function AddedDialogHost() {
  const product = useSyncExternalStore(
    subscribe,
    () => added,
    () => null,
  );
  const shown = useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
  // The product stays while the dialog closes, or its words would go before it does.
  return product ? (
    <Suspense fallback={null}>
      <AddedDialog product={product} open={shown} onClose={close} />
    </Suspense>
  ) : null;
}
