import { dismissDuplicates } from '@sokuwa/contract/moderation/duplicates.endpoints.ts';
import type { DuplicateGroup } from '@sokuwa/contract/moderation/duplicates.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, GitMerge } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatCount, formatDay, formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ProductBadge } from '../products/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { duplicatesQuery } from './duplicates.queries.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { parseProductId } from './moderation.rules.ts';

/** The two products of a merge that is asked for. */
export type ChosenPair = { keep?: number | undefined; merge?: number | undefined };

/** Products of one store that look alike. @param chosen the merge that is open, from the address */
export function DuplicatesPage({ chosen, isWritable }: { chosen: ChosenPair; isWritable: boolean }) {
  const groups = useInfiniteQuery(duplicatesQuery);
  const navigate = useNavigate();
  const open = (pair: ChosenPair) => void navigate({ to: '/market/catalogue/duplicates', search: pair, replace: true });
  const rows = groups.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <>
      {isWritable && <ChoosePair onChoose={open} />}
      <PanelStack className={isWritable ? '' : 'pt-3'}>
        {rows.map((group) => (
          <GroupPanel
            // Another group after a merge, in which nothing is chosen yet.
            key={group.products.map(({ id }) => id).join()}
            group={group}
            isWritable={isWritable}
            onMerge={open}
          />
        ))}
        {rows.length === 0 && (
          <Panel title="Duplicates" titleHidden>
            {groups.isPending && <LoadingRows label="Loading the duplicates" />}
            {groups.isError && (
              <ErrorPanel what="The duplicates" error={groups.error} onRetry={() => void groups.refetch()} />
            )}
            {groups.data && (
              <EmptyPanel picture="inbox" icon={Copy} title="No duplicates">
                Products that one store has twice, with the same name and weight, come here.
              </EmptyPanel>
            )}
          </Panel>
        )}
        <ShowMore query={groups} border={false} />
      </PanelStack>
      {chosen.keep !== undefined && chosen.merge !== undefined && (
        <MergeDialog
          key={`${chosen.keep} ${chosen.merge}`}
          keptId={chosen.keep}
          duplicateId={chosen.merge}
          onClose={() => open({})}
        />
      )}
    </>
  );
}

/** Two products that do not look alike. */
function ChoosePair({ onChoose }: { onChoose: (pair: ChosenPair) => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { merge: '', keep: '' } });
  const { errors } = formState;
  const rule = { validate: (text: string) => parseProductId(text) !== undefined || 'Such as 123.' };
  return (
    <form
      noValidate
      className="grid grid-cols-2 items-start gap-2 py-3 lg:flex lg:max-w-2xl"
      onSubmit={handleSubmit(({ merge, keep }) =>
        onChoose({ merge: parseProductId(merge), keep: parseProductId(keep) }),
      )}
    >
      <TextField
        label="Merge product"
        placeholder="Number"
        autoComplete="off"
        error={errors.merge?.message}
        {...register('merge', rule)}
      />
      <TextField
        label="into product"
        placeholder="Number"
        autoComplete="off"
        error={errors.keep?.message}
        {...register('keep', rule)}
      />
      <Button type="submit" className="max-lg:col-span-2 lg:mt-5.5">
        Look at both
      </Button>
    </form>
  );
}

function GroupPanel({
  group: { merchant, count, products, version },
  isWritable,
  onMerge,
}: {
  group: DuplicateGroup;
  isWritable: boolean;
  onMerge: (pair: ChosenPair) => void;
}) {
  const refresh = useRefreshMarket();
  const [first] = products;
  const [kept, setKept] = useState((products.find(({ state }) => state === 'live') ?? first)?.id);
  const dismiss = useMutation({
    mutationFn: () => api.call(dismissDuplicates, { params: { productId: first?.id ?? 0 }, body: { version } }),
    onSuccess: () => {
      toast.success('They are not shown as duplicates any more');
      void refresh();
    },
    onError: (error) => {
      toast.error(describeError(error));
      // Another operator may have decided about the group.
      void refresh();
    },
  });
  const describe = ({ id, sku, sale_price, stock, listed_at }: DuplicateGroup['products'][number]): ReactNode =>
    [
      `Number ${id}`,
      sku !== null && `SKU ${sku}`,
      sale_price !== null && formatNairaPrice(sale_price),
      `${formatCount(stock)} in stock`,
      `since ${formatDay(listed_at)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Panel
      title={first?.title ?? ''}
      aside={
        <span className="text-muted">
          {formatNumberOf(count, 'product')} of {merchant.name}
        </span>
      }
    >
      <ul>
        {products.map((product) => (
          <li key={product.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2">
            <ProductPicture src={product.image_url ?? ''} size="md" />
            <span className="min-w-0 flex-1 basis-48">
              <a
                href={`/product/details/${product.id}`}
                target="_blank"
                rel="noreferrer"
                className="font-semibold text-heading"
              >
                {product.title}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              <span className="block text-muted text-xs">{describe(product)}</span>
            </span>
            <ProductBadge state={product.state} />
            {isWritable && (
              <span className="flex items-center gap-2 max-lg:w-full max-lg:justify-between">
                <Radio
                  name={`keep ${first?.id}`}
                  label={
                    <>
                      Keep<span className="sr-only"> number {product.id}</span>
                    </>
                  }
                  checked={product.id === kept}
                  onChange={() => setKept(product.id)}
                />
                <Button
                  icon={<GitMerge />}
                  disabled={product.id === kept}
                  aria-label={`Merge number ${product.id}…`}
                  onClick={() => onMerge({ keep: kept, merge: product.id })}
                >
                  Merge…
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {isWritable && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-3">
          <p className="text-muted text-xs">{count > products.length && `The first ${products.length} are shown.`}</p>
          <Button busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            They are different
          </Button>
        </div>
      )}
    </Panel>
  );
}
