-- The exchange rate at order time, so that an order always shows the same converted prices (ORDER-35). Orders from before have none.
alter table shop_order
  add column converted_currency char(3),
  add column converted_decimals smallint check (converted_decimals between 0 and 6),
  -- Millionths of a naira for one unit of the currency.
  add column converted_micro_naira bigint check (converted_micro_naira > 0),
  -- The time of the rate.
  add column converted_as_of timestamptz,
  add check (num_nulls(converted_currency, converted_decimals, converted_micro_naira, converted_as_of) in (0, 4));
