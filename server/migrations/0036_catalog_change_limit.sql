-- A transaction that changes more than a thousand rows, such as an import, reports one change of everything instead of one for each row:
-- nodes would read them all several times a second until it commits.
create function report(tags text[], moved_in text[] default null, sale_kobo bigint[] default null, discount_percent smallint[] default null)
returns void language plpgsql as $$
declare
  -- Local to the transaction. Empty after the transaction that set it first.
  reported integer := coalesce(nullif(current_setting('shop.reported_changes', true), '')::integer, 0) + 1;
begin
  if reported > 1001 then
    return;
  end if;
  perform set_config('shop.reported_changes', reported::text, true);
  if reported = 1001 then
    insert into catalog_change (tags) values ('{everything}');
  else
    insert into catalog_change (tags, moved_in, sale_kobo, discount_percent)
      values (report.tags, report.moved_in, report.sale_kobo, report.discount_percent);
  end if;
end $$;

-- The trigger report_update runs it only if a column changes that responses show. Everything but a lower or higher stock concerns them all.
create or replace function report_product_change() returns trigger language plpgsql as $$
declare
  tags text[];
  with_new_stock product;
begin
  if tg_op = 'INSERT' then
    -- 'newest': another product is no longer among the newest, and loses its badge.
    perform report('{newest}' || tag_lists('list ', lists_of(new)));
    return null;
  end if;
  tags := array['stock ' || old.id];
  if tg_op = 'DELETE' then
    perform report(tags || ('product ' || old.id) || tag_lists('list ', lists_of(old)));
    return null;
  end if;
  with_new_stock := old;
  with_new_stock.stock := new.stock;
  if with_new_stock is distinct from new or (old.stock > 0) <> (new.stock > 0) then
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
    perform report(tags, lists_of(new), array[old.sale_kobo, new.sale_kobo], array[old.discount_percent, new.discount_percent]);
  else
    perform report(tags);
  end if;
  return null;
end $$;

create or replace function report_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform report(array_agg(distinct tag)) from (
    select tg_argv[0] || ' ' || (changed ->> tg_argv[1]) as tag
    union select tg_argv[0] || ' ' || (to_jsonb(old) ->> tg_argv[1]) where old is not null
  ) named;
  return null;
end $$;

-- The time of the change instead of the start of its transaction, after which a sweep may have run.
alter table catalog_change alter column changed_at set default clock_timestamp();
