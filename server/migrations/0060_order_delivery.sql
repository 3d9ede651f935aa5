-- When an order was paid and got another delivery address, when it should arrive, and what it weighs, to price another delivery address. All
-- are null in orders of release 1.0.
alter table shop_order
  add column paid_at timestamptz,
  add column address_changed_at timestamptz,
  -- The working days on which everything should have arrived.
  add column expected_from date,
  add column expected_to date,
  add column weight_grams integer check (weight_grams >= 0),
  add constraint shop_order_expected check (num_nulls(expected_from, expected_to) in (0, 2) and expected_from <= expected_to);
