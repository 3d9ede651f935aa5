import type { FoundByMerchant, FoundByOperator } from '@sokuwa/contract/find/find.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { formatNumberOf } from '../lib/format.ts';
import { marketPages } from '../lib/market-pages.ts';

/** Something that can be opened. */
export type Found = {
  /** Unique among everything that is listed. */
  key: string;
  title: string;
  /** A code or a name before the title. */
  code?: string;
  detail: string;
  /** URL of a picture; empty: a product without one. Undefined: the group's icon. */
  picture?: string;
  /** The state of an order, a product or a conversation; the list shows it as a badge. */
  state?:
    | { of: 'order'; order: Pick<FoundByMerchant['orders'][number], 'status' | 'is_late'> }
    | { of: 'product'; product: Pick<NonNullable<FoundByMerchant['products']>[number], 'state'> }
    | { of: 'message'; isUnanswered: boolean };
  /** A path of the desk. */
  address: string;
};
export type GroupName = 'Orders' | 'Products' | 'Messages' | 'Payments' | 'Customers' | 'Merchants';
export type FoundGroup = { name: GroupName; found: Found[] };

const nameOf = (person: { first_name: string; last_name: string } | null): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : 'Deleted account';

/** Leaves out what the role may not read, and what has no result. */
const keepFound = (groups: readonly { name: GroupName; found: Found[] | undefined }[]): FoundGroup[] =>
  groups.flatMap(({ name, found }) => (found && found.length > 0 ? [{ name, found }] : []));

/** What a merchant's people find. */
export const groupForMerchant = (storeId: number, { orders, products, messages }: FoundByMerchant): FoundGroup[] => {
  const desk = `/store/${storeId}`;
  return keepFound([
    {
      name: 'Orders',
      found: orders.map((order) => ({
        key: `order ${order.id}`,
        code: order.id,
        title: [order.buyer_name || 'Deleted account', order.city].filter(Boolean).join(', '),
        detail: `${order.title}${order.lines > 1 ? ` and ${order.lines - 1} more` : ''} · ${formatNumberOf(order.pieces, 'piece')} · ${formatNairaPrice(order.amount)}`,
        picture: order.image,
        state: { of: 'order', order },
        address: `${desk}/orders/${order.id}`,
      })),
    },
    {
      name: 'Products',
      found: products?.map((product) => ({
        key: `product ${product.id}`,
        title: product.title,
        detail: [
          `${product.stock} in stock`,
          product.sale_price !== null && formatNairaPrice(product.sale_price),
          product.sku,
        ]
          .filter(Boolean)
          .join(' · '),
        picture: product.image,
        state: { of: 'product', product },
        address: `${desk}/products/${product.id}`,
      })),
    },
    {
      name: 'Messages',
      found: messages?.map((thread) => ({
        key: `message ${thread.id}`,
        title: thread.with_name,
        detail: thread.text === '' ? thread.subject : `${thread.subject}: “${thread.text}”`,
        state: { of: 'message', isUnanswered: thread.is_unanswered },
        address: `${desk}/messages/${thread.id}`,
      })),
    },
  ]);
};

/** What operators find. */
export const groupForOperator = ({ orders, payments, customers, merchants, products }: FoundByOperator): FoundGroup[] =>
  keepFound([
    {
      name: 'Orders',
      found: orders?.map((order) => ({
        key: `order ${order.id}`,
        code: order.id,
        title: nameOf(order.buyer),
        detail: `${order.status} · ${formatNairaPrice(order.total)}`,
        address: marketPages.order(order.id),
      })),
    },
    {
      name: 'Payments',
      found: payments?.map((payment) => ({
        key: `payment ${payment.reference}`,
        code: payment.reference,
        title: nameOf(payment.buyer),
        detail: `${payment.status} · ${formatNairaPrice(payment.amount)} · order ${payment.order_id}`,
        address: marketPages.payment(payment.reference),
      })),
    },
    {
      name: 'Customers',
      found: customers?.map((customer) => ({
        key: `customer ${customer.id}`,
        title: nameOf(customer),
        detail: customer.email,
        address: marketPages.customer(customer.id),
      })),
    },
    {
      name: 'Merchants',
      found: merchants?.map((merchant) => ({
        key: `merchant ${merchant.id}`,
        title: merchant.name,
        detail: `${merchant.place} · ${formatNumberOf(merchant.products, 'product')}${merchant.suspended_at === null ? '' : ' · suspended'}`,
        address: marketPages.merchant(merchant.id),
      })),
    },
    {
      name: 'Products',
      found: products?.map((product) => ({
        key: `product ${product.id}`,
        title: product.title,
        detail: `${product.stock} in stock`,
        picture: product.image,
        address: marketPages.catalogue(),
      })),
    },
  ]);
