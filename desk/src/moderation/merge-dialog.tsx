import { mergeProducts } from '@sokuwa/contract/moderation/duplicates.endpoints.ts';
import type { MergePreview } from '@sokuwa/contract/moderation/duplicates.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { formatCount, formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Choice } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { mergeQuery } from './duplicates.queries.ts';

/** Shows what a merge of two products would do, and makes it. */
export function MergeDialog({
  keptId,
  duplicateId,
  onClose,
}: {
  keptId: number;
  duplicateId: number;
  onClose: () => void;
}) {
  const preview = useQuery(mergeQuery(keptId, duplicateId));
  if (preview.data) return <AskToMerge preview={preview.data} onClose={onClose} />;
  if (!preview.isError) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="They cannot be merged">
      <Note tone="bad">{describeError(preview.error)}</Note>
    </Dialog>
  );
}

type Values = { stock: 'add' | 'keep'; reason: string };

function AskToMerge({ preview, onClose }: { preview: MergePreview; onClose: () => void }) {
  const queryClient = useQueryClient();
  const refresh = useRefreshMarket();
  const { kept, duplicate, merchant, carts, saved, version } = preview;
  const form = useForm<Values>({ defaultValues: { stock: 'add', reason: '' } });
  const params = { keptId: kept.id, duplicateId: duplicate.id };
  const stockError = form.formState.errors.stock?.message;
  return (
    <ActDialog
      title={`Merge number ${duplicate.id} into number ${kept.id}?`}
      description={`Number ${duplicate.id} leaves the shop for good, and its address leads to number ${kept.id}. ${merchant.name} gets a mail. Orders stay as they are.`}
      form={form}
      keepLabel="Leave both"
      confirmLabel="Merge them"
      isDanger
      onAct={async ({ stock, reason }) => {
        await api.call(mergeProducts, { params, body: { version, stock, reason } });
        toast.success(`Number ${duplicate.id} is merged`);
        queryClient.removeQueries(mergeQuery(kept.id, duplicate.id));
        await refresh();
      }}
      onFailure={(error) => {
        if (isRefusal(error, 'merge_changed') && error.current)
          queryClient.setQueryData(mergeQuery(kept.id, duplicate.id).queryKey, error.current as MergePreview);
      }}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-2">
        <Side name="Merged" product={duplicate} />
        <Side name="Kept" product={kept} />
      </ul>
      <p className="text-secondary">
        {formatNumberOf(carts, 'cart')} and {formatNumberOf(saved, 'saved list')} get the kept product instead, and open
        reports are decided about it.
      </p>
      <fieldset>
        <legend className="mb-1 block font-semibold text-heading text-xs">The stock</legend>
        <Choice
          type="radio"
          value="add"
          label={`Add it: ${formatCount(kept.stock)} + ${formatCount(duplicate.stock)} = ${formatCount(kept.stock + duplicate.stock)}`}
          {...form.register('stock')}
        />
        <Choice
          type="radio"
          value="keep"
          label={`Keep ${formatCount(kept.stock)}, for the same pieces were entered twice`}
          {...form.register('stock')}
        />
        {stockError && (
          <p role="alert" className="mt-1 text-danger text-xs">
            {stockError}
          </p>
        )}
      </fieldset>
    </ActDialog>
  );
}

function Side({ name, product }: { name: string; product: MergePreview['kept'] }) {
  const { id, title, sale_price, stock, state, pictures } = product;
  return (
    <li className="flex items-center gap-3">
      <ProductPicture src={pictures[0]?.image_url ?? ''} size="lg" />
      <span className="min-w-0">
        <b className="block font-semibold text-2xs text-muted">{name}</b>
        <span className="block font-semibold text-heading">{title}</span>
        <span className="block text-muted text-xs">
          Number {id}
          {sale_price !== null && ` · ${formatNairaPrice(sale_price)}`} · {formatCount(stock)} in stock
          {state !== 'live' && ' · not in the shop'}
        </span>
      </span>
    </li>
  );
}
