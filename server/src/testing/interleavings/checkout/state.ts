import { isPaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { sql } from 'kysely';
import { checkBooks } from '../../../orders/books.service.ts';
import type { Database } from '../../../platform/database.ts';
import { ACCOUNTS, CREDIT_KOBO, UNITS } from './world.ts';

/** Everything of the world that two equal results share: no ids that are generated, no times. */
export type State = {
  /** `ordered`: units in orders that are not cancelled. */
  products: { stock: number; price_kobo: number; ordered: number }[];
  orders: {
    n: number;
    status: string;
    cancelled_for: string | null;
    has_owner: boolean;
    total: number;
    credit: number;
    has_coupon: boolean;
    lines: string;
    /** Payments that succeeded, and refunds of them. */
    successful: number;
    refunded: number;
  }[];
  /**
   * An order may have more open attempts than one: when two calls open its payment at once, the provider refuses the
   * second use of the reference, and the second call opens a new one. Only the oldest is here.
   */
  payments: {
    order: number;
    attempt: string;
    status: string;
    paid: number | null;
    refund: { status: string; amount: number; reason: string } | null;
    /** The payment's status at the provider. */
    provider: string;
  }[];
  wallet: { amount: number; kind: string }[];
  /** What the ledger has for each order and account, without what is nothing. */
  ledger: { order: number | null; account: string; kobo: number }[];
  /** Orders whose ledger does not agree with the tables. */
  ledgerDifferences: string[];
  cart: string;
  couponUses: number;
  couponMaxUses: number;
  /** Orders that use the coupon and are not cancelled. */
  ordersWithCoupon: number;
  /** Checkouts that have the coupon. */
  checkoutsWithCoupon: number;
  mails: string[];
  /** Kinds of jobs that wait. Several of a kind do what one does. */
  jobs: string[];
  accounts: number;
};

/** Reads the state of the whole database, which contains one world. */
export const readState = async (db: Database): Promise<State> => {
  const { unbalanced, differences } = await checkBooks(db);
  const { rows } = await sql<{ state: Omit<State, 'ledgerDifferences'> }>`
    with numbered as (select o.*, row_number() over (order by o.created_at, o.id)::integer as n from shop_order o)
    select json_build_object(
      'products', (select json_agg(p order by p.id) from (
        select p.id, p.stock, p.price_kobo, coalesce((
          select sum(quantity) from order_line l join shop_order o on o.id = l.order_id
          where l.product_id = p.id and o.status <> 'Cancelled'), 0)::integer as ordered from product p) p),
      'orders', (select json_agg(o order by o.n) from (
        select n, status, cancelled_for, account_id is not null as has_owner, total_kobo as total, credit_kobo as credit,
          coupon_id is not null as has_coupon,
          (select string_agg(product_id || ':' || quantity || ':' || unit_kobo, ' ' order by product_id)
            from order_line where order_id = o.id) as lines,
          (select count(*)::integer from payment where order_id = o.id and status = 'success') as successful,
          (select count(*)::integer from refund join payment using (reference) where order_id = o.id) as refunded
        from numbered o) o),
      'payments', (select json_agg(p order by p.order, p.attempt) from (
        select o.n as order, split_part(p.reference, '-', 2) as attempt, p.status, p.paid_amount as paid,
          (select json_build_object('status', r.status, 'amount', r.amount_kobo, 'reason', r.reason)
            from refund r where r.reference = p.reference) as refund,
          coalesce((select s.status from sandbox_payment s where s.reference = p.reference), 'none') as provider
        from payment p join numbered o on o.id = p.order_id
        where p.status <> 'open' or not exists (
          select from payment older
          where older.order_id = p.order_id and older.status = 'open' and older.created_at < p.created_at)) p),
      'wallet', (
        select coalesce(json_agg(json_build_object('amount', amount_kobo, 'kind', kind) order by account_id, n), '[]')
        from wallet_entry),
      'ledger', (select coalesce(json_agg(s order by s.order, s.account), '[]') from (
        select o.n as order, e.account, sum(e.amount_kobo) as kobo
        from ledger_entry e join ledger_transaction t on t.id = e.transaction_id left join numbered o on o.id = t.order_id
        group by 1, 2 having sum(e.amount_kobo) <> 0) s),
      'cart', (
        select coalesce(string_agg(account_id || ':' || product_id || ':' || quantity, ' ' order by account_id, product_id), '')
        from cart_line),
      'couponUses', (select sum(uses)::integer from coupon),
      'couponMaxUses', (select sum(max_uses)::integer from coupon),
      'ordersWithCoupon', (
        select count(*)::integer from shop_order where coupon_id is not null and status <> 'Cancelled'),
      'checkoutsWithCoupon', (select count(*)::integer from checkout where coupon_id is not null),
      'mails', (select coalesce(json_agg(data ->> 'kind' order by data ->> 'kind'), '[]')
        from pgboss.job where data ? 'kind'),
      'jobs', (select coalesce(json_agg(distinct name order by name), '[]')
        from pgboss.job where not data ? 'kind' and name not like '\\_\\_%'),
      'accounts', (select count(*)::integer from account)
    ) as state`.execute(db);
  const state = rows[0]?.state;
  if (!state) throw new Error('the state could not be read');
  return {
    ...state,
    ledgerDifferences: [...unbalanced, ...differences].map((difference) => JSON.stringify(difference)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * What must be true after any run.
 * @param counted units of each product in stock and in orders, as merchants counted them; undefined if an import has
 *   replaced the count
 * @returns one sentence for each violation
 */
export const findViolations = (
  {
    products,
    orders,
    payments,
    wallet,
    ledgerDifferences,
    couponUses,
    couponMaxUses,
    ordersWithCoupon,
    accounts,
  }: State,
  counted: readonly (number | undefined)[],
): string[] => {
  const violations = ledgerDifferences.map((difference) => `the ledger differs from the tables: ${difference}`);
  for (const [n, { stock, ordered }] of products.entries()) {
    const units = counted[n];
    if (stock < 0) violations.push(`the stock of product ${n} is ${stock}`);
    if (units !== undefined && stock + ordered !== units)
      violations.push(`product ${n}: ${stock} in stock and ${ordered} ordered are not ${units}`);
  }
  for (const { n, status, successful, refunded, total, credit } of orders) {
    const isPaid = isPaidStatus(status);
    if (successful - refunded !== (isPaid && credit < total ? 1 : 0))
      violations.push(`order ${n} is ${status} with ${successful} payments and ${refunded} refunds`);
  }
  for (const { order, refund, provider } of payments)
    if ((refund?.status === 'done' || refund?.status === 'accepted') !== (provider === 'reversed'))
      violations.push(`a payment of order ${order} is ${provider} at the provider, its refund ${refund?.status}`);
  if (couponUses !== ordersWithCoupon)
    violations.push(`${couponUses} uses of the coupon are counted for ${ordersWithCoupon} orders`);
  if (couponUses > couponMaxUses) violations.push(`the coupon has ${couponUses} uses of ${couponMaxUses}`);
  const balance = sum(wallet.map(({ amount }) => amount));
  if (balance < 0) violations.push('the wallet is overdrawn');
  const spent = sum(orders.filter(({ status }) => status !== 'Cancelled').map(({ credit }) => credit));
  const refunds = payments.flatMap(({ refund }) => (refund?.status === 'wallet' ? [refund.amount] : []));
  // The wallet is deleted with its account.
  if (accounts === ACCOUNTS && balance + spent !== CREDIT_KOBO + sum(refunds))
    violations.push(`${balance} in the wallet and ${spent} spent are not the credit and the refunds to the wallet`);
  return violations;
};

/** The units of each product before the run, less those that a merchant has taken away. */
export const countUnits = (taken: number): readonly number[] => [UNITS - taken, UNITS];
