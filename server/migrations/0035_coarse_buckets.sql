-- Ten million products have ten thousand buckets of ids in each list, and finding a deep page summed half of them. So 128
-- neighbouring buckets are counted together too, on the axes 'N', 'P' and 'D': a page is found by a few hundred buckets of
-- both sizes (docs/decisions/list-counts.md).
create function coarse_bucket(bucket bigint) returns bigint
  language sql immutable strict parallel safe
  return bucket >> 7;

create or replace function count_in_buckets(changed bucketed_product[]) returns void language sql as $$
  select pg_advisory_xact_lock(7362002);
  insert into list_bucket as kept (list, axis, bucket, products, in_stock)
  select place.list, place.axis, place.bucket, sum(p.sign), sum(p.sign * p.available)
  from unnest(changed) p
  cross join lateral (
    values
      ('all', 't'::"char", 0::bigint),
      ('all', 'n', id_bucket(p.id)),
      ('all', 'N', coarse_bucket(id_bucket(p.id))),
      ('all', 'p', price_bucket(p.sale_kobo)),
      ('all', 'P', coarse_bucket(price_bucket(p.sale_kobo))),
      ('all', 'd', discount_bucket(p.discount_percent, p.id)),
      ('all', 'D', coarse_bucket(discount_bucket(p.discount_percent, p.id))),
      ('c' || p.category_id, 't', 0),
      ('c' || p.category_id, 'n', id_bucket(p.id)),
      ('c' || p.category_id, 'N', coarse_bucket(id_bucket(p.id))),
      ('c' || p.category_id, 'p', price_bucket(p.sale_kobo)),
      ('c' || p.category_id, 'P', coarse_bucket(price_bucket(p.sale_kobo))),
      ('c' || p.category_id, 'd', discount_bucket(p.discount_percent, p.id)),
      ('c' || p.category_id, 'D', coarse_bucket(discount_bucket(p.discount_percent, p.id))),
      (case when p.discount_percent > 0 then 'hot' end, 't', 0),
      (case when p.discount_percent > 0 then 'hot' end, 'n', id_bucket(p.id)),
      (case when p.discount_percent > 0 then 'hot' end, 'N', coarse_bucket(id_bucket(p.id))),
      (case when p.discount_percent > 0 then 'hot' end, 'p', price_bucket(p.sale_kobo)),
      (case when p.discount_percent > 0 then 'hot' end, 'P', coarse_bucket(price_bucket(p.sale_kobo))),
      (case when p.discount_percent > 0 then 'hot' end, 'd', discount_bucket(p.discount_percent, p.id)),
      (case when p.discount_percent > 0 then 'hot' end, 'D', coarse_bucket(discount_bucket(p.discount_percent, p.id))),
      (case when p.own_brand then 'own' end, 't', 0),
      (case when p.own_brand then 'own' end, 'n', id_bucket(p.id)),
      (case when p.own_brand then 'own' end, 'N', coarse_bucket(id_bucket(p.id))),
      (case when p.own_brand then 'own' end, 'p', price_bucket(p.sale_kobo)),
      (case when p.own_brand then 'own' end, 'P', coarse_bucket(price_bucket(p.sale_kobo))),
      (case when p.own_brand then 'own' end, 'd', discount_bucket(p.discount_percent, p.id)),
      (case when p.own_brand then 'own' end, 'D', coarse_bucket(discount_bucket(p.discount_percent, p.id))),
      ('s' || p.sub_item_id, 't', 0),
      ('m' || p.merchant_id, 't', 0)
  ) place (list, axis, bucket)
  where place.list is not null
  group by place.list, place.axis, place.bucket
  having sum(p.sign) <> 0 or sum(p.sign * p.available) <> 0
  order by place.list, place.axis, place.bucket
  on conflict (list, axis, bucket) do update
    set products = kept.products + excluded.products, in_stock = kept.in_stock + excluded.in_stock
$$;

-- A change that has called the previous function is finished, and the next one calls the new function.
lock table product in share row exclusive mode;
insert into list_bucket (list, axis, bucket, products, in_stock)
select list, upper(axis::text)::"char", coarse_bucket(bucket), sum(products), sum(in_stock)
from list_bucket where axis in ('n', 'p', 'd')
group by list, axis, coarse_bucket(bucket);
