-- Products of a suspended merchant are not in the table of products, so lists, counts, search, carts and checkouts of every release do without
-- them, at no cost (docs/decisions/suspended-merchants.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

alter table merchant add column suspended_at timestamptz;

create table suspended_product (
  id integer primary key,
  merchant_id integer not null references merchant,
  -- Orders that are cancelled meanwhile return their pieces.
  stock integer not null check (stock >= 0),
  -- The row of the product without generated columns, and its pictures.
  product jsonb not null,
  pictures jsonb not null
);
create index on suspended_product (merchant_id, id);

-- Both move all products of a merchant, and return how many. Columns that a later migration adds to the product are kept too.
create function suspend_products(of_merchant integer) returns integer language plpgsql as $$
declare
  generated text[] := array(
    select attname::text from pg_attribute where attrelid = 'product'::regclass and attnum > 0 and attgenerated <> '');
  moved integer;
begin
  insert into suspended_product (id, merchant_id, stock, product, pictures)
  select p.id, p.merchant_id, p.stock, to_jsonb(p) - generated,
    (select coalesce(jsonb_agg(to_jsonb(picture) - 'product_id'), '[]') from product_picture picture where product_id = p.id)
  from product p where p.merchant_id = of_merchant;
  get diagnostics moved = row_count;
  delete from product where merchant_id = of_merchant;
  return moved;
end $$;

create function restore_products(of_merchant integer) returns integer language plpgsql as $$
declare
  -- Columns that were added after the suspension get their defaults.
  columns text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'product'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (select product ? attname from suspended_product where merchant_id = of_merchant limit 1));
  moved integer := 0;
begin
  if columns is null then
    return moved;
  end if;
  execute format('
    insert into product (%s)
    select %1$s from (
      select (jsonb_populate_record(null::product, product || jsonb_build_object(''stock'', stock))).*
      from suspended_product where merchant_id = $1 order by id
    ) suspended', columns) using of_merchant;
  get diagnostics moved = row_count;
  insert into product_picture (product_id, position, key, alt)
  select s.id, picture.position, picture.key, picture.alt
  from suspended_product s cross join lateral jsonb_to_recordset(s.pictures) as picture (position smallint, key text, alt text)
  where s.merchant_id = of_merchant;
  delete from suspended_product where merchant_id = of_merchant;
  return moved;
end $$;

-- Saved and viewed products survive a suspension. Those of deleted products are deleted, as before.
alter table saved_item drop constraint saved_item_product_id_fkey;
alter table viewed_product drop constraint viewed_product_product_id_fkey;
create function forget_product() returns trigger language plpgsql as $$
declare
  ids integer[] := array(select id from removed where not exists (select from suspended_product s where s.id = removed.id));
begin
  if ids <> '{}' then
    delete from saved_item where product_id = any(ids);
    delete from viewed_product where product_id = any(ids);
  end if;
  return null;
end $$;
create trigger forget_product after delete on product referencing old table as removed
  for each statement execute function forget_product();

-- No node adds products to a suspended merchant. The foreign key of the new rows has locked the merchant before this runs.
create function refuse_suspended() returns trigger language plpgsql as $$
begin
  if exists (select from added join merchant m on m.id = added.merchant_id where m.suspended_at is not null) then
    raise exception 'the merchant is suspended';
  end if;
  return null;
end $$;
create trigger refuse_suspended after insert on product referencing new table as added
  for each statement execute function refuse_suspended();
