import { REPORT_REASON_NAMES } from '@sokuwa/contract/moderation/moderation.rules.ts';
import type { ModerationSummary } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Flag, PencilLine } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { formatAge } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, rowLinkClass } from '../ui/data-table.tsx';
import { TextField } from '../ui/field.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { EmptyPanel } from '../ui/state-panels.tsx';
import { moderationQuery } from './moderation.queries.ts';
import { describeWaiting, parseProductId } from './moderation.rules.ts';

/** Products that wait for an operator. */
export function ModerationPage() {
  const waiting = useInfiniteQuery(moderationQuery);
  return (
    <>
      <OpenProduct />
      <ListPanel
        title="Products to moderate"
        what="The products"
        pages={waiting}
        columns={COLUMNS}
        rowId={({ product }) => String(product.id)}
        cardClass="max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:[grid-template-areas:'name_name''why_since']"
        empty={
          <EmptyPanel picture="inbox" icon={Flag} title="No product waits">
            What shoppers report comes here, and what merchants have changed after it was taken down. The one that waits
            longest is the first.
          </EmptyPanel>
        }
      />
    </>
  );
}

/** Opens a product that nobody has reported. */
function OpenProduct() {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { product: '' } });
  return (
    <form
      noValidate
      className="flex items-start gap-2 py-3 lg:max-w-96"
      onSubmit={handleSubmit(({ product }) =>
        navigate({
          to: '/market/catalogue/moderation/$productId',
          params: { productId: String(parseProductId(product)) },
        }),
      )}
    >
      <TextField
        label="Number or address of a product"
        labelHidden
        className="flex-1"
        placeholder="Number or address of a product"
        autoComplete="off"
        error={formState.errors.product?.message}
        {...register('product', {
          validate: (text) => parseProductId(text) !== undefined || 'Such as 123, or the address of its page.',
        })}
      />
      <Button type="submit">Open</Button>
    </form>
  );
}

const COLUMNS: Column<ModerationSummary>[] = [
  {
    id: 'name',
    header: 'Product',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:name]' },
    cell: ({ row: { original: waiting } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ProductPicture src={waiting.product.image_url ?? ''} size="md" />
        <span className="min-w-0">
          <Link
            to="/market/catalogue/moderation/$productId"
            params={{ productId: String(waiting.product.id) }}
            className={rowLinkClass}
            data-row-link
          >
            {waiting.product.title}
          </Link>
          <span className="block truncate text-muted text-xs">
            {waiting.merchant.name}
            {waiting.product.sale_price !== null && ` · ${formatNairaPrice(waiting.product.sale_price)}`}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'why',
    header: 'Why',
    meta: { widthClass: 'lg:w-96', areaClass: 'max-lg:[grid-area:why]' },
    cell: ({ row: { original: waiting } }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 max-lg:pt-1">
        {waiting.why === 'changed' ? (
          <Badge tone="moving" icon={PencilLine}>
            {describeWaiting(waiting)}
          </Badge>
        ) : (
          <Badge tone="wrong" icon={Flag}>
            {describeWaiting(waiting)}
          </Badge>
        )}
        <span className="text-muted text-xs">
          {waiting.reasons.map((reason) => REPORT_REASON_NAMES[reason]).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    id: 'since',
    header: 'Waits',
    meta: { widthClass: 'lg:w-24', areaClass: 'max-lg:[grid-area:since] max-lg:text-right max-lg:text-xs' },
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-secondary">{formatAge(original.since)}</span>
    ),
  },
];
