import { changeProducts } from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import type {
  OwnProduct,
  ProductChangeResults,
  ProductChanges,
} from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Atom, useSelector } from '@tanstack/react-store';
import type { RowSelectionState } from '@tanstack/react-table';
import { Eye, Pause, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ChosenBar, UnsavedBar } from '../ui/foot-bar.tsx';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';
import {
  addEdits,
  countReplaced,
  type Drafts,
  dropSaved,
  NO_DRAFTS,
  setFailures,
  toChanges,
  undoEdits,
} from './drafts.rules.ts';
import { productsKey } from './products.queries.ts';

/** A product as it is after a change of several. */
type ChangedProduct = Extract<ProductChangeResults['results'][number], { product: unknown }>['product'];

/** The bar at the bottom: what is typed and not saved, or else which products are chosen. */
export function ProductBars({
  storeId,
  rows,
  drafts,
  chosen,
  setSelected,
}: {
  storeId: number;
  rows: readonly OwnProduct[];
  drafts: Atom<Drafts>;
  chosen: readonly OwnProduct[];
  setSelected: (selected: RowSelectionState) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const typed = useSelector(drafts);
  const change = useChanges(storeId, (failures, conflicts) =>
    drafts.set((now) => setFailures(now, failures, conflicts)),
  );
  const { changes, failures: invalid } = toChanges(typed, rows);
  const count = changes.length + Object.keys(invalid).length;
  const save = async () => {
    drafts.set((now) => setFailures(now, invalid));
    if (count > changes.length) return;
    const done = await change.run(changes);
    if (done.length > 0) toast.success(`${formatNumberOf(done.length, 'product')} changed`);
    drafts.set((now) => dropSaved(now, typed.edits, done));
  };
  const setState = async (state: ProductState) => {
    const others = chosen.filter((product) => product.state !== state);
    const done = await change.run(others.map(({ id, version }) => ({ id, version, state })));
    setSelected({});
    if (done.length === 0) return;
    const before = new Map(others.map((product) => [product.id, product.state]));
    toast.undoable(
      `${formatNumberOf(done.length, 'product')} ${state === 'live' ? 'put in the shop' : 'paused'}`,
      () => void change.run(done.map(({ id, version }) => ({ id, version, state: before.get(id) ?? state }))),
    );
  };

  /** Types edits into the rows. @returns whether that changes anything */
  const fillIn = (edits: Drafts['edits']): boolean => {
    const before = drafts.get();
    const replaced = countReplaced(before, edits);
    if (replaced === 0 && toChanges({ ...NO_DRAFTS, edits }, chosen).changes.length === 0) return false;
    // The bar with the button that has the focus afterwards is there before the dialog closes.
    flushSync(() => drafts.set((now) => addEdits(now, edits)));
    if (replaced > 0)
      toast.undoable(`What was typed for ${formatNumberOf(replaced, 'product')} is replaced`, () =>
        drafts.set((now) => undoEdits(now, edits, before)),
      );
    return true;
  };
  const changeable = chosen.filter(({ merged_into }) => merged_into === null);
  const edit = changeable.length > 0 && (
    <Button ref={editButton} variant="bar" icon={<Pencil />} disabled={change.isBusy} onClick={() => setEditing(true)}>
      <span className={count > 0 ? 'max-lg:sr-only' : undefined}>
        Edit<span className="max-lg:sr-only"> price and stock</span>
      </span>
    </Button>
  );
  return (
    <>
      {count > 0 && (
        <UnsavedBar
          detail="Kept here until you save"
          isSaving={change.isBusy}
          actions={edit}
          onDiscard={() => drafts.set(NO_DRAFTS)}
          onSave={save}
        >
          {formatNumberOf(count, 'product')} changed
        </UnsavedBar>
      )}
      {count === 0 && chosen.length > 0 && (
        <ChosenBar label="Chosen products" count={chosen.length} onClear={() => setSelected({})}>
          {edit}
          {chosen.some(({ state }) => state === 'live') && (
            <Button variant="bar" icon={<Pause />} busy={change.isBusy} onClick={() => setState('paused')}>
              Pause
            </Button>
          )}
          {chosen.some(({ state }) => state !== 'live') && (
            <Button variant="bar-primary" icon={<Eye />} busy={change.isBusy} onClick={() => setState('live')}>
              <span className="max-lg:hidden">Put in the shop</span>
              <span className="lg:hidden">In shop</span>
            </Button>
          )}
        </ChosenBar>
      )}
      {isEditing && (
        <BulkEditDialog chosen={changeable} finalFocus={editButton} onEdit={fillIn} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

/** Sends changes of several products, and says which were not made. */
const useChanges = (
  storeId: number,
  onResult: (failures: Record<number, string>, conflicts: readonly ChangedProduct[]) => void,
) => {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (changes: ProductChanges['changes']) =>
      getStoreApi(storeId).call(changeProducts, { body: { changes } }),
  });
  return {
    isBusy: isPending,
    /** @returns the products that are now as requested */
    run: async (changes: ProductChanges['changes']): Promise<ChangedProduct[]> => {
      if (changes.length === 0) return [];
      try {
        const { results } = await mutateAsync(changes);
        await queryClient.invalidateQueries({ queryKey: productsKey(storeId) });
        const done: ChangedProduct[] = [];
        const failures: Record<number, string> = {};
        const conflicts: ChangedProduct[] = [];
        for (const result of results) {
          if (result.result === 'refused')
            failures[result.id] = Object.values(result.errors ?? {}).flat()[0] ?? result.message;
          else if (result.result === 'conflict') {
            conflicts.push(result.product);
            failures[result.product.id] =
              `Somebody else has changed this: ${result.product.price === null ? 'no price' : formatNairaPrice(result.product.price)}, ${formatNumberOf(result.product.stock, 'piece')}. Save again to keep yours.`;
          } else done.push(result.product);
        }
        onResult(failures, conflicts);
        const failed = Object.keys(failures).length;
        if (failed > 0) toast.error(`${formatNumberOf(failed, 'product')} not changed. The list says why.`);
        return done;
      } catch (error) {
        toast.error(describeError(error));
        return [];
      }
    },
  };
};
