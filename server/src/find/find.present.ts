import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { FoundByMerchant, FoundByOperator } from '@sokuwa/contract/find/find.schemas.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import type { ThreadRow } from '../messages/index.ts';

type Found<T, K extends keyof T> = NonNullable<T[K]> extends (infer One)[] ? One : never;

const TEXT_MAX = 120;

export const presentFoundOrder = ({ lines, ...order }: MerchantOrder): Found<FoundByMerchant, 'orders'> => {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const kobo = lines.reduce((sum, { quantity, unit_price }) => sum + quantity * Math.round(unit_price * 100), 0);
  const { id, order_id, status, ship_by, is_late, buyer_name } = order;
  return {
    ...{ id, order_id, status, ship_by, is_late, buyer_name },
    city: order.shipping_address?.city ?? null,
    title: lines[0]?.title ?? '',
    image: lines[0]?.image ?? '',
    lines: lines.length,
    pieces,
    amount: kobo / 100,
  };
};

export const presentFoundProduct = ({
  id,
  title,
  sku,
  stock,
  state,
  sale_price,
  pictures,
}: OwnProduct): Found<FoundByMerchant, 'products'> => ({
  ...{ id, title, sku, stock, state, sale_price },
  image: pictures[0] ? pictureUrl(pictures[0].id, 400, 'webp') : '',
});

export const presentFoundThread = (row: ThreadRow): Found<FoundByMerchant, 'messages'> => ({
  id: row.id,
  with_name: row.buyer_name.trim(),
  subject: row.subject,
  text: [...(row.replies[0] ?? row.opening).content].slice(0, TEXT_MAX).join(''),
  order_id: row.order_id,
  last_at: row.last_at.toISOString(),
  is_unanswered: row.unanswered_since !== null,
});

/** Presents a product as the shop's search finds it. */
export const presentFoundCard = (card: {
  id: number;
  title: string;
  stock: number;
  products_images: readonly { image_url: string }[];
}): Found<FoundByOperator, 'products'> => ({
  id: card.id,
  title: card.title,
  image: card.products_images[0]?.image_url ?? '',
  stock: card.stock,
});
