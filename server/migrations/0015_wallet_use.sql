-- What of an order's total is paid out of its buyer's wallet; payments ask for the rest.
alter table shop_order add column credit_kobo bigint not null default 0
  check (credit_kobo between 0 and total_kobo);
-- What an order holds of a wallet is the sum of its entries there that are no refunds of payments.
create index on wallet_entry (order_id) where order_id is not null;
