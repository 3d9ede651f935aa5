-- Who sold each line of an order, the line's shares of the order's discount and delivery price, and the shop's commission. Null in lines
-- that a release before 1.1 wrote, until the order is paid or a job fills them in.
alter table order_line
  -- No foreign key, as for the product. Null if the product was deleted before it was filled in: the shop itself sells the line.
  add column merchant_id integer,
  -- The shares of all lines add up to the amounts of the order.
  add column discount_kobo bigint check (discount_kobo between 0 and unit_kobo * quantity),
  add column shipment_kobo bigint check (shipment_kobo >= 0),
  add column commission_kobo bigint check (commission_kobo between 0 and unit_kobo * quantity),
  add constraint order_line_shares check (num_nulls(discount_kobo, shipment_kobo, commission_kobo) in (0, 3));
create index order_line_without_shares on order_line (order_id) where discount_kobo is null;
