-- The orders of a coupon, newest first, and the sum of their discounts, which is read from the index alone.
create index shop_order_of_coupon on shop_order (coupon_id, created_at, id) include (status, discount_kobo)
  where coupon_id is not null;
