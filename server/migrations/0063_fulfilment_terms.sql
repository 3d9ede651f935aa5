-- What merchants find their orders by: words of titles and of the buyer's name, the order's id, and tracking numbers
-- (docs/decisions/merchant-orders.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- One row per fulfilment and word. No foreign key: fulfilments are not deleted, and an index for it would be as large as the table.
create table fulfilment_term (
  merchant_id integer not null,
  term text collate "C" not null check (length(term) between 1 and 40),
  -- As in the fulfilment, by which results are sorted.
  created_at timestamptz not null,
  fulfilment_id text not null
);
create unique index fulfilment_term_key on fulfilment_term (merchant_id, term, created_at desc, fulfilment_id);

-- The words of a text, in lower case and without accents.
create function words_of(value text) returns setof text
  language sql immutable strict parallel safe
as $$
  select distinct left(word, 40) from regexp_split_to_table(fold_text(value), '[^[:alnum:]]+') word where word <> ''
$$;

create function names_in_order(customer jsonb, ship_to jsonb) returns text
  language sql immutable parallel safe
  return concat_ws(' ', customer ->> 'first_name', customer ->> 'last_name', ship_to ->> 'first_name', ship_to ->> 'last_name');

create function add_fulfilment_terms(order_ids text[]) returns void
  language sql
as $$
  insert into fulfilment_term (merchant_id, term, created_at, fulfilment_id)
  select f.merchant_id, words.word, f.created_at, f.id
  from fulfilment f join shop_order o on o.id = f.order_id
  cross join lateral words_of(concat_ws(' ', o.id, names_in_order(o.customer, o.ship_to),
    (select string_agg(l.title, ' ') from order_line l where l.order_id = f.order_id and l.merchant_id = f.merchant_id),
    (select string_agg(p.tracking_number, ' ') from parcel p where p.fulfilment_id = f.id))) words (word)
  where f.order_id = any(order_ids) and f.merchant_id is not null
  on conflict do nothing
$$;

create function fulfilment_is_inserted() returns trigger language plpgsql as $$
begin
  perform add_fulfilment_terms(array[new.order_id]);
  return null;
end $$;
create trigger fulfilment_is_inserted after insert on fulfilment for each row execute function fulfilment_is_inserted();

create function parcel_is_inserted() returns trigger language plpgsql as $$
begin
  insert into fulfilment_term (merchant_id, term, created_at, fulfilment_id)
    select f.merchant_id, words.word, f.created_at, f.id
    from fulfilment f cross join lateral words_of(new.tracking_number) words (word)
    where f.id = new.fulfilment_id and f.merchant_id is not null
    on conflict do nothing;
  return null;
end $$;
create trigger parcel_is_inserted after insert on parcel for each row execute function parcel_is_inserted();

-- Nobody is found by a name that was deleted, also if a node of release 1.0 deletes it. A word of a title stays.
create function names_are_cleared() returns trigger language plpgsql as $$
begin
  delete from fulfilment_term t using fulfilment f, words_of(names_in_order(old.customer, old.ship_to)) words (word)
    where f.order_id = old.id and t.merchant_id = f.merchant_id and t.term = words.word and t.created_at = f.created_at
      and t.fulfilment_id = f.id;
  perform add_fulfilment_terms(array[new.id]);
  return null;
end $$;
create trigger names_are_cleared after update of customer, ship_to on shop_order for each row
  when (old.customer is distinct from new.customer or old.ship_to is distinct from new.ship_to) execute function names_are_cleared();

select add_fulfilment_terms(array(select order_id from fulfilment));
