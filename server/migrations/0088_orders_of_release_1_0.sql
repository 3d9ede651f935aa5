-- The orders from before are completed once. In a transaction after that of the triggers, so that no change is missed and nothing waits.
insert into changed_order (order_id) select id from shop_order where status <> 'Pending' order by created_at;
