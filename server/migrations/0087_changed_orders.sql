-- Orders of which the status, a payment, a refund or a dispute has changed. A job completes their fulfilments and books, which nodes of release
-- 1.0 do not write, and deletes these rows, so that it does not read all orders. Each change adds a row, so none waits for another.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create table changed_order (
  n bigint generated always as identity primary key,
  order_id text not null
);

create function note_changed_order() returns trigger language plpgsql as $$
begin
  insert into changed_order (order_id) values (new.id);
  return null;
end $$;
create trigger note_changed_order after insert or update of status on shop_order
  for each row when (new.status <> 'Pending') execute function note_changed_order();

create function note_order_of_payment() returns trigger language plpgsql as $$
begin
  insert into changed_order (order_id) values (new.order_id);
  return null;
end $$;
create trigger note_changed_order after insert or update of status, paid_amount on payment
  for each row when (new.status in ('success', 'held')) execute function note_order_of_payment();

create function note_order_of_refund() returns trigger language plpgsql as $$
begin
  insert into changed_order (order_id) select order_id from payment where reference = new.payment_reference;
  return null;
end $$;
create trigger note_changed_order after insert or update of status on refund
  for each row execute function note_order_of_refund();

create function note_order_of_dispute() returns trigger language plpgsql as $$
begin
  insert into changed_order (order_id) select order_id from payment where reference = new.reference;
  return null;
end $$;
create trigger note_changed_order after insert or update of status, resolution, amount on dispute
  for each row execute function note_order_of_dispute();
