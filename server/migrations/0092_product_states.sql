-- Products that are drafts or paused, and the lists of merchants' products: sorted, filtered and counted at any number of products
-- (docs/decisions/product-states.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- Drafts and paused products are kept where those of suspended merchants are, so no query of any release finds them. The state is the
-- merchant's own: 'live' here means that only the suspension keeps the product out of the shop.
alter table suspended_product add column state text not null default 'live' check (state in ('draft', 'live', 'paused'));
alter table suspended_product add column slug text generated always as (product ->> 'slug') stored;
alter table suspended_product add column sku text generated always as (product ->> 'sku') stored;
alter table suspended_product add column sub_item_id integer
  generated always as ((product ->> 'sub_item_id')::integer) stored references sub_item;
create index on suspended_product (merchant_id, slug);
create index on suspended_product (merchant_id, sku);
create index on suspended_product (sub_item_id);

-- One row for each product, in the shop or not, with what merchants' lists are sorted by. Not indexes of the table of products: a sale would
-- change all of them.
create table product_index (
  id integer primary key,
  merchant_id integer not null,
  state text not null,
  stock integer not null,
  -- 0 none, 1 low (up to five pieces), 2 more. A list of some states and levels is merged from one part of an index for each.
  stock_level smallint not null generated always as (case when stock = 0 then 0 when stock <= 5 then 1 else 2 end) stored,
  title_key text collate "C" not null,
  -- 0 without a price.
  price_kobo bigint not null,
  -- When anything but the stock was changed last.
  changed_at timestamptz not null
);
create index product_index_by_id on product_index (merchant_id, state, stock_level, id);
create index product_index_by_title on product_index (merchant_id, state, stock_level, title_key, id);
create index product_index_by_price on product_index (merchant_id, state, stock_level, price_kobo, id);
create index product_index_by_stock on product_index (merchant_id, state, stock_level, stock, id);
create index product_index_by_change on product_index (merchant_id, state, stock_level, changed_at, id);

-- The words of titles, keywords and brands, each with the merchant before it: '12#leather'. A table of its own, so that a sale does not touch
-- its index.
create table product_words (
  id integer primary key references product_index on delete cascade,
  words tsvector not null
);
create index on product_words using gin (words);

create function words_of_merchant(merchant integer, words tsvector) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(select merchant || '#' || word from unnest(tsvector_to_array(words)) word));

-- The words of a query are quoted, and contain only letters and digits.
create function query_of_merchant(merchant integer, query tsquery) returns tsquery language sql immutable parallel safe
  return regexp_replace(query::text, '(^|[ (!])''', '\1''' || merchant || '#', 'g')::tsquery;

-- Writes the rows of products anew, from whichever table has them, and deletes those of products that are gone.
-- is_changed: whether their content has changed, and not only where they are.
create function index_products(ids integer[], is_changed boolean default false) returns void language plpgsql as $$
begin
  insert into product_index as kept (id, merchant_id, state, stock, title_key, price_kobo, changed_at)
  select id, merchant_id, state, stock, left(fold_text(title), 64), coalesce(price_kobo, 0), clock_timestamp()
  from (
    select p.id, p.merchant_id, 'live' as state, p.stock, p.title, p.price_kobo from product p where p.id = any(ids)
    union all
    select h.id, h.merchant_id, h.state, h.stock, h.product ->> 'title', (h.product ->> 'price_kobo')::bigint
    from suspended_product h where h.id = any(ids) and not exists (select from product p where p.id = h.id)
  ) found
  order by id
  on conflict (id) do update set merchant_id = excluded.merchant_id, state = excluded.state, stock = excluded.stock,
    title_key = excluded.title_key, price_kobo = excluded.price_kobo,
    changed_at = case when is_changed or kept.state <> excluded.state then excluded.changed_at else kept.changed_at end
  where is_changed or row(kept.merchant_id, kept.state, kept.stock, kept.title_key, kept.price_kobo)
    is distinct from row(excluded.merchant_id, excluded.state, excluded.stock, excluded.title_key, excluded.price_kobo);
  insert into product_words as kept (id, words)
  select id, words_of_merchant(merchant_id, names) from (
    select p.id, p.merchant_id, p.search_names as names from product p where p.id = any(ids)
    union all
    select h.id, h.merchant_id, to_tsvector('english', fold_text(concat_ws(' ', h.product ->> 'title', h.product ->> 'brand',
      (select string_agg(keyword, ' ') from jsonb_array_elements_text(h.product -> 'keywords') keyword))))
    from suspended_product h where h.id = any(ids) and not exists (select from product p where p.id = h.id)
  ) found
  order by id
  on conflict (id) do update set words = excluded.words where kept.words <> excluded.words;
  delete from product_index i where i.id = any(ids) and not exists (select from product p where p.id = i.id)
    and not exists (select from suspended_product h where h.id = i.id);
end $$;

create function index_moved_products() returns trigger language plpgsql as $$
begin
  perform index_products(array(select id from moved));
  return null;
end $$;
create trigger index_added after insert on product referencing new table as moved
  for each statement execute function index_moved_products();
create trigger index_removed after delete on product referencing old table as moved
  for each statement execute function index_moved_products();
create trigger index_added after insert on suspended_product referencing new table as moved
  for each statement execute function index_moved_products();
create trigger index_removed after delete on suspended_product referencing old table as moved
  for each statement execute function index_moved_products();

create function index_changed_product() returns trigger language plpgsql as $$
begin
  perform index_products(array[new.id], true);
  return null;
end $$;
create trigger index_changed after update on product for each row
  when (row(old.merchant_id, old.slug, old.sku, old.title, old.description, old.sub_item_id, old.brand, old.origin, old.warranty, old.keywords, old.weight_grams, old.price_kobo, old.discount_percent, old.perishable)
    is distinct from row(new.merchant_id, new.slug, new.sku, new.title, new.description, new.sub_item_id, new.brand, new.origin, new.warranty, new.keywords, new.weight_grams, new.price_kobo, new.discount_percent, new.perishable))
  execute function index_changed_product();
create trigger index_changed after update on suspended_product for each row
  when (row(old.state, old.product - 'stock', old.pictures) is distinct from row(new.state, new.product - 'stock', new.pictures))
  execute function index_changed_product();

create function index_stock() returns trigger language plpgsql as $$
begin
  update product_index set stock = new.stock where id = new.id and stock <> new.stock;
  return null;
end $$;
create trigger index_stock after update of stock on product for each row
  when (old.stock <> new.stock) execute function index_stock();
create trigger index_stock after update of stock on suspended_product for each row
  when (old.stock <> new.stock) execute function index_stock();

-- Moves products out of the shop, and returns how many.
create function hide_products(ids integer[], to_state text) returns integer language plpgsql as $$
declare
  generated text[] := array(
    select attname::text from pg_attribute where attrelid = 'product'::regclass and attnum > 0 and attgenerated <> '');
  moved integer;
begin
  insert into suspended_product (id, merchant_id, state, stock, product, pictures)
  select p.id, p.merchant_id, to_state, p.stock, to_jsonb(p) - generated,
    (select coalesce(jsonb_agg(to_jsonb(picture) - 'product_id'), '[]') from product_picture picture where product_id = p.id)
  from product p where p.id = any(ids);
  get diagnostics moved = row_count;
  delete from product where id = any(ids);
  return moved;
end $$;

-- Moves products into the shop, and returns how many. They must be complete.
create function show_products(ids integer[]) returns integer language plpgsql as $$
declare
  insertable text[] := array(
    select attname::text from pg_attribute
    where attrelid = 'product'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum);
  part record;
  moved integer := 0;
begin
  -- Columns that were added after a row was written get their defaults.
  for part in
    select columns, array_agg(id) as part_ids from (
      select h.id, (select string_agg(quote_ident(name), ', ') from unnest(insertable) name
          where h.product ? name or name in ('id', 'stock', 'category_id')) as columns
      from suspended_product h where h.id = any(ids)
    ) found group by columns
  loop
    execute format('
      insert into product (%s)
      select %1$s from (
        select p.* from suspended_product h join sub_item s on s.id = h.sub_item_id
        cross join lateral jsonb_populate_record(null::product,
          h.product || jsonb_build_object(''id'', h.id, ''stock'', h.stock, ''category_id'', s.category_id)) p
        where h.id = any($1) order by h.id
      ) hidden', part.columns) using part.part_ids;
  end loop;
  insert into product_picture (product_id, position, key, alt)
  select h.id, picture.position, picture.key, picture.alt
  from suspended_product h cross join lateral jsonb_to_recordset(h.pictures) as picture (position smallint, key text, alt text)
  where h.id = any(ids);
  delete from suspended_product where id = any(ids);
  get diagnostics moved = row_count;
  return moved;
end $$;

create or replace function suspend_products(of_merchant integer) returns integer language sql as $$
  select hide_products(array(select id from product where merchant_id = of_merchant), 'live');
$$;
create or replace function restore_products(of_merchant integer) returns integer language sql as $$
  select show_products(array(select id from suspended_product where merchant_id = of_merchant and state = 'live'));
$$;

-- No product is written between this and the end of the migration: the triggers have locked the table.
insert into product_index (id, merchant_id, state, stock, title_key, price_kobo, changed_at)
select id, merchant_id, 'live', stock, left(fold_text(title), 64), price_kobo, listed_at from product;
insert into product_words (id, words) select id, words_of_merchant(merchant_id, search_names) from product;
select index_products(array(select id from suspended_product));
