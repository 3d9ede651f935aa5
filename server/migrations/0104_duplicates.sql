-- Products that are merged into another one of their store (docs/decisions/duplicates.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create table merged_product (
  id integer primary key,
  into_id integer not null check (into_id <> id),
  merged_at timestamptz not null default clock_timestamp()
);
create index on merged_product (into_id);

-- No node, also not of an earlier release, puts a merged product into the shop.
create function refuse_merged() returns trigger language plpgsql as $$
begin
  if exists (select from added join merged_product m on m.id = added.id) then
    raise exception 'the product is merged into another one';
  end if;
  return null;
end $$;
create trigger refuse_merged after insert on product referencing new table as added
  for each statement execute function refuse_merged();

-- Live and paused products by what makes them alike: title without case, accents and weight. Not columns of product_index: a sale would change
-- the index.
create table product_likeness (
  id integer primary key references product_index on delete cascade,
  merchant_id integer not null,
  likeness bigint not null
);
create index on product_likeness (merchant_id, likeness, id);

create function likenesses(ids integer[]) returns table (id integer, merchant_id integer, likeness bigint) language sql stable as $$
  select i.id, i.merchant_id, hashtextextended(fold_text(found.title) || ' ' || coalesce(found.weight, 0), 0)
  from product_index i cross join lateral (
    select p.title, p.weight_grams as weight from product p where p.id = i.id
    union all
    select h.product ->> 'title', (h.product ->> 'weight_grams')::integer from suspended_product h where h.id = i.id
    limit 1
  ) found
  where i.id = any(ids) and i.state <> 'draft' and not exists (select from merged_product m where m.id = i.id)
$$;

create function index_likeness() returns trigger language plpgsql as $$
begin
  if new.state = 'draft' or exists (select from merged_product m where m.id = new.id) then
    delete from product_likeness where id = new.id;
  else
    insert into product_likeness as kept select * from likenesses(array[new.id])
    on conflict (id) do update set merchant_id = excluded.merchant_id, likeness = excluded.likeness
    where (kept.merchant_id, kept.likeness) <> (excluded.merchant_id, excluded.likeness);
  end if;
  return null;
end $$;
-- A sale sets only the stock.
create trigger index_likeness after insert or update of title_key on product_index
  for each row execute function index_likeness();

-- Products that look alike and are different, as an operator has decided. Another product that looks like them is shown with them.
create table duplicate_dismissal (
  merchant_id integer not null references merchant on delete cascade,
  likeness bigint not null,
  product_ids integer[] not null,
  primary key (merchant_id, likeness)
);
