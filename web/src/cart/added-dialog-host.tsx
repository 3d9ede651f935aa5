import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { createAtom } from '@tanstack/react-store';

/** A product that was just added to the cart. */
export type AddedProduct = { id: number; title: string; image: string };

const AddedDialog = lazyDialog(async () => (await import('./added-dialog.tsx')).AddedDialog);

/** The product stays while the dialog closes: it is visible until the animation ends. */
const state = createAtom<{ product: AddedProduct; isOpen: boolean } | null>(null);

/** Loads the dialog while the request is under way, so that it opens at once. */
export const preloadAddedDialog = AddedDialog.preload;

/** Opens the success dialog for a product that was just added. */
export const showAddedDialog = (product: AddedProduct): void => {
  AddedDialog.load().then(
    () => state.set({ product, isOpen: true }),
    // Without the dialog, the toast alone reports the success.
    () => {},
  );
};

const close = () => state.set((current) => current && { ...current, isOpen: false });

/** The success dialog of every add; rendered once, in the shell. */
export function AddedDialogHost() {
  const current = useAtomValue(state, null);
  return current && <AddedDialog product={current.product} open={current.isOpen} onClose={close} />;
}
