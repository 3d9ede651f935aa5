import { sql } from 'kysely';
import { countWork } from '../platform/operator-work.ts';
import { disputeState, isRefundWaiting } from './payment.sql.ts';

/** What waits for an operator, of orders, payments, refunds and disputes. */
export const orderWork = {
  payments_held: countWork(sql`
    select created_at as since, null::timestamptz as due, null::integer as merchant_id,
      case when paid_currency = 'NGN' then paid_amount end as amount
    from payment where status = 'held' order by created_at`),
  refunds_stuck: countWork(sql`
    select created_at as since, null::timestamptz as due, null::integer as merchant_id, amount_kobo as amount
    from refund where ${isRefundWaiting} order by created_at`),
  disputes_open: countWork(sql`
    select dispute.created_at as since, due_at as due, null::integer as merchant_id, coalesce(amount, payment.amount_kobo) as amount
    from dispute join payment using (reference) where dispute.status <> 'resolved' order by dispute.created_at`),
  disputes_lost: countWork(sql`
    select dispute.created_at as since, null::timestamptz as due, null::integer as merchant_id,
      coalesce(amount, payment.amount_kobo) as amount
    from dispute join payment using (reference)
    where dispute.status = 'resolved' and ${disputeState} = 'lost' order by dispute.created_at`),
  orders_late: countWork(sql`
    select ship_by as since, null::timestamptz as due, merchant_id, null::bigint as amount
    from fulfilment where status = 'to_ship' and ship_by < now() order by ship_by`),
};
