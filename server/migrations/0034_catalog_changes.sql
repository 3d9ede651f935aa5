-- What changed in the catalogue, for the caches of the nodes (docs/decisions/response-cache.md). Triggers write a row in the
-- transaction of the change, and every node reads the new rows several times a second. Not NOTIFY: commits with a
-- notification are serialized. Unlogged: after a crash of the database every node takes everything as changed.
create unlogged table catalog_change (
  -- Transactions do not commit in the order of their numbers, so a node reads what its last snapshot did not contain.
  transaction xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  -- What cached responses depend on: 'product 7', 'list c3'.
  tags text[] not null,
  -- For a new price or discount: the lists whose order or filters it concerns, and the old and the new values.
  moved_in text[],
  sale_kobo bigint[],
  discount_percent smallint[]
);
create index on catalog_change (transaction);

drop trigger tell_of_change on product;
drop trigger tell_of_update on product;
drop trigger tell_of_change on product_picture;
drop trigger tell_of_change on merchant;
drop trigger tell_of_change on category;
drop trigger tell_of_change on sub_category;
drop trigger tell_of_change on sub_item;
drop trigger tell_of_change on exchange_rate;
drop function catalog_changed;

-- The lists that can contain the product, by their keys in list_bucket. 'new' may be one too many.
create function lists_of(p product) returns text[] language sql immutable parallel safe
  return array['all', 'new', 'search', 'c' || p.category_id, 's' || p.sub_item_id, 'm' || p.merchant_id]
    || case when p.own_brand then '{own}'::text[] else '{}' end
    || case when p.discount_percent > 0 then '{hot}'::text[] else '{}' end;

create function tag_lists(prefix text, lists text[]) returns text[] language sql immutable parallel safe
  return (select coalesce(array_agg(prefix || list), '{}') from unnest(lists) list);

create function report_product_change() returns trigger language plpgsql as $$
declare
  tags text[];
begin
  if tg_op = 'INSERT' then
    -- 'newest': another product is no longer among the newest, and loses its badge.
    insert into catalog_change (tags) values ('{newest}' || tag_lists('list ', lists_of(new)));
    return null;
  end if;
  tags := array['stock ' || old.id];
  if tg_op = 'DELETE' then
    insert into catalog_change (tags) values (tags || ('product ' || old.id) || tag_lists('list ', lists_of(old)));
    return null;
  end if;
  if row(old.title, old.brand, old.origin, old.description, old.warranty, old.keywords, old.category_names, old.merchant_id, old.sub_item_id, old.weight_grams, old.price_kobo, old.discount_percent, old.own_brand, old.stock > 0)
    is distinct from row(new.title, new.brand, new.origin, new.description, new.warranty, new.keywords, new.category_names, new.merchant_id, new.sub_item_id, new.weight_grams, new.price_kobo, new.discount_percent, new.own_brand, new.stock > 0)
  then
    tags := tags || ('product ' || new.id);
  end if;
  if row(old.search_all, old.search_names) is distinct from row(new.search_all, new.search_names) then
    tags := tags || 'list search'::text;
  end if;
  if lists_of(old) <> lists_of(new) then
    tags := tags || tag_lists('list ', lists_of(old)) || tag_lists('list ', lists_of(new));
  end if;
  if (old.stock > 0) <> (new.stock > 0) then
    tags := tags || tag_lists('in stock ', lists_of(new));
  end if;
  if row(old.sale_kobo, old.discount_percent) is distinct from row(new.sale_kobo, new.discount_percent) then
    insert into catalog_change (tags, moved_in, sale_kobo, discount_percent)
      values (tags, lists_of(new), array[old.sale_kobo, new.sale_kobo], array[old.discount_percent, new.discount_percent]);
  else
    insert into catalog_change (tags) values (tags);
  end if;
  return null;
end $$;
create trigger report_change after insert or delete on product for each row execute function report_product_change();

-- After deletions others are among the newest hundred, and get a badge.
create function report_newest() returns trigger language plpgsql as $$
declare
  n bigint := (select count(*) from removed);
begin
  insert into catalog_change (tags)
    select array_agg('product ' || id) from (
      select id from product order by id desc offset greatest(0, 100 - n) limit least(n, 100)
    ) newest having count(*) > 0;
  return null;
end $$;
create trigger report_newest after delete on product referencing old table as removed
  for each statement execute function report_newest();

-- Importing again updates rows without a change that shoppers see.
create trigger report_update after update on product for each row
  when (row(old.title, old.brand, old.origin, old.description, old.warranty, old.keywords, old.category_names, old.merchant_id, old.sub_item_id, old.weight_grams, old.price_kobo, old.discount_percent, old.own_brand, old.stock)
    is distinct from row(new.title, new.brand, new.origin, new.description, new.warranty, new.keywords, new.category_names, new.merchant_id, new.sub_item_id, new.weight_grams, new.price_kobo, new.discount_percent, new.own_brand, new.stock))
  execute function report_product_change();

-- Reports one tag: the first argument, and the value of the column that the second names.
create function report_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  insert into catalog_change (tags)
    select array_agg(distinct tag) from (
      select tg_argv[0] || ' ' || (changed ->> tg_argv[1]) as tag
      union select tg_argv[0] || ' ' || (to_jsonb(old) ->> tg_argv[1]) where old is not null
    ) named;
  return null;
end $$;
create trigger report_change after insert or update or delete on product_picture for each row execute function report_change('product', 'product_id');
create trigger report_change after update or delete on merchant for each row execute function report_change('merchant', 'id');
create trigger report_change after insert or update or delete on merchant_followers for each row execute function report_change('followers', 'merchant_id');
create trigger report_change after insert or update or delete on exchange_rate for each row execute function report_change('rate', 'currency');

-- Every card shows the name of its category, so all responses depend on categories.
create function report_every_change() returns trigger language plpgsql as $$
begin
  insert into catalog_change (tags) values ('{everything}');
  return null;
end $$;
create trigger report_change after insert or update or delete on category for each statement execute function report_every_change();
create trigger report_change after insert or update or delete on sub_category for each statement execute function report_every_change();
create trigger report_change after insert or update or delete on sub_item for each statement execute function report_every_change();
