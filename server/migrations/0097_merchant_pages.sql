-- What the first page of the desk shows of orders and messages (docs/decisions/merchant-pages.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- The price of the pieces that are not cancelled. Nodes of release 1.0 write no fulfilments.
alter table fulfilment add column sold_kobo bigint not null default 0 check (sold_kobo >= 0);
update fulfilment f set sold_kobo = (
  select coalesce(sum(l.unit_kobo * (l.quantity - l.cancelled_quantity)), 0) from order_line l
  where l.order_id = f.order_id and l.merchant_id is not distinct from f.merchant_id);

-- With the price, sales of 60 days are read from the index alone. It replaces the one without.
create index fulfilment_newest on fulfilment (merchant_id, created_at desc, id) include (sold_kobo);
drop index fulfilment_merchant_id_created_at_id_idx;
-- What is to be shipped, soonest first, also within a time of payment.
create index fulfilment_due on fulfilment (merchant_id, ship_by, id) include (created_at) where status = 'to_ship';

-- Since when the merchant has not answered the buyer; null: nothing is unanswered.
alter table message_thread add column unanswered_since timestamptz;
update message_thread t set unanswered_since = (
  select min(p.created_at) from message_post p where p.thread_id = t.id and p.side = 'buyer' and p.n > t.merchant_last)
  where buyer_last > merchant_last;
create index message_thread_unanswered on message_thread (merchant_id, unanswered_since, id) where unanswered_since is not null;

-- A trigger, because nodes of release 1.0 write posts too.
create function follow_unanswered() returns trigger language plpgsql as $$
begin
  new.unanswered_since := case
    when new.merchant_last > new.buyer_last then null
    when new.buyer_last > old.buyer_last then coalesce(old.unanswered_since, new.last_at)
    else new.unanswered_since end;
  return new;
end $$;
create trigger follow_unanswered before update of buyer_last, merchant_last on message_thread
  for each row execute function follow_unanswered();
