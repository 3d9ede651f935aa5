-- The delivery estimate that the buyer saw: '2 to 4 working days'. Empty for older orders.
alter table shop_order add column estimated_delivery text not null default '';
