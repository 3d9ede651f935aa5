-- The part of an order's total that is paid from the wallet; payments are for the rest.
alter table shop_order add column credit_kobo bigint not null default 0
  check (credit_kobo between 0 and total_kobo);
-- The credit used by an order is the sum of its wallet entries that are not refunds of payments.
create index on wallet_entry (order_id) where order_id is not null;
