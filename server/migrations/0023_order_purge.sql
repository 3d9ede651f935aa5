-- Finds cancelled orders that are old enough to be deleted.
create index shop_order_cancelled on shop_order (updated_at) where status = 'Cancelled';
