import type { Message } from '@sokuwa/contract/messages/messages.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, ExternalLink, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '../lib/format.ts';
import { countLeft, Due, OrderBadge, orderQuery, summarizeLines, sumNet } from '../orders/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';

type Subject = Pick<Message, 'order_id' | 'product'>;

/** The order of a thread; undefined without one, and while it is loading. */
const useOrderOf = (storeId: number, orderId: string | null): MerchantOrder | undefined =>
  useQuery({ ...orderQuery(storeId, orderId ?? ''), enabled: orderId !== null }).data;

const cardClass =
  'flex items-center gap-3 rounded-md border border-line bg-surface py-2 pr-3 pl-2 text-body no-underline hover:bg-row-hover [&>svg]:size-4.5 [&>svg]:text-secondary';

/** What a conversation is about, with a link to it: the order, or the product in the shop. */
export function AboutCard({ storeId, order_id, product }: Subject & { storeId: number }) {
  const order = useOrderOf(storeId, order_id);
  if (order_id === null && product === null) return null;
  if (order_id !== null)
    return (
      <Link
        to="/store/$storeId/orders/$orderId"
        params={{ storeId: String(storeId), orderId: order_id }}
        className={cardClass}
      >
        <ProductPicture src={product?.image || order?.lines[0]?.image || ''} size="md" />
        <span className="min-w-0 flex-1">
          <b className="block truncate font-semibold text-heading">
            {[order_id, order ? summarizeLines(order.lines) : product?.title].filter(Boolean).join(' · ')}
          </b>
          {order ? (
            <>
              {order.status === 'to_ship' && !order.is_late && <span className="text-muted text-xs">Leaves: </span>}
              <Due order={order} />
            </>
          ) : (
            <span className="text-muted text-xs">Order</span>
          )}
        </span>
        {order && (
          <span className="max-sm:hidden">
            <OrderBadge order={order} />
          </span>
        )}
        <ChevronRight />
      </Link>
    );
  return <ProductCard product={product} />;
}

function ProductCard({ product }: { product: Message['product'] }) {
  if (!product) return null;
  const content: ReactNode = (
    <>
      <ProductPicture src={product.image} size="md" />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-semibold text-heading">{product.title}</b>
        <span className="text-muted text-xs">{product.id === null ? 'Not for sale any more' : 'Product'}</span>
      </span>
    </>
  );
  return product.id === null ? (
    <p className={cardClass}>{content}</p>
  ) : (
    <a href={`/product/details/${product.id}`} target="_blank" rel="noreferrer" className={cardClass}>
      {content}
      <ExternalLink />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

/** The pane on the right: who the buyer is, and the order. */
export function AboutPane({ storeId, name, order_id, product }: Subject & { storeId: number; name: string }) {
  const order = useOrderOf(storeId, order_id);
  const address = order?.shipping_address;
  return (
    <aside
      aria-label="About the buyer"
      className="relative flex flex-col gap-5 overflow-y-auto border-line border-l bg-surface p-4 max-xl:hidden"
    >
      <div>
        <h3 className="plain-heading">Buyer</h3>
        <p className="wrap-anywhere text-secondary">{name}</p>
        {address && <p className="text-secondary">{[address.city, address.country].filter(Boolean).join(', ')}</p>}
      </div>
      {order && (
        <div>
          <h3 className="plain-heading mb-1">This order</h3>
          <Facts>
            <FactRow name="Pieces">{order.lines.reduce((sum, { quantity }) => sum + quantity, 0)}</FactRow>
            <FactRow name="Paid">{formatDay(order.paid_at)}</FactRow>
            <FactRow name="You receive">{formatNairaPrice(sumNet(order.lines))}</FactRow>
          </Facts>
          <Link
            to="/store/$storeId/orders/$orderId"
            params={{ storeId: String(storeId), orderId: order.id }}
            className={`${buttonClass({ block: true })} mt-3`}
          >
            <Package />
            {countLeft(order.lines) > 0 ? 'Pack it now' : 'Open the order'}
          </Link>
        </div>
      )}
      {product && (
        <div>
          <h3 className="plain-heading mb-1">Product</h3>
          <p className="wrap-anywhere text-secondary">{product.title}</p>
          {product.id === null ? (
            <p className="text-muted text-xs">Not for sale any more</p>
          ) : (
            <a
              href={`/product/details/${product.id}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-9 items-center text-link underline"
            >
              See it in the shop
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      )}
    </aside>
  );
}
