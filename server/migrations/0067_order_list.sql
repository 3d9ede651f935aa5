-- The operator's list of orders, newest first, of all statuses and of one.
create index shop_order_newest on shop_order (created_at, id);
create index shop_order_newest_of_status on shop_order (status, created_at, id);
