-- What the operators' pages list: payments and refunds, newest first, what waits for a person, and the orders of a coupon.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create index payment_newest on payment (created_at, reference);
create index refund_newest on refund (created_at, reference);
create index refund_unfinished on refund (created_at) where status in ('requested', 'accepted', 'stuck');
create index fulfilment_to_ship on fulfilment (ship_by) where status = 'to_ship';
-- With the discounts, so that their sum is read from the index alone.
create index shop_order_of_coupon on shop_order (coupon_id, created_at, id) include (status, discount_kobo)
  where coupon_id is not null;
