-- With ten million products a bucket of prices with the same three digits has up to 30,000 of them, and a page in its middle skipped
-- half of them. With four digits a bucket is about a thousandth of its price wide (docs/decisions/list-counts.md).

-- The number of digits of the amount in kobo and its first four digits: 12,450.00 to 12,459.99 naira are in bucket 71245.
create or replace function price_bucket(amount bigint) returns bigint
  language sql immutable strict parallel safe
  return length(amount::text) * 10000 + left(rpad(amount::text, 4, '0'), 4)::bigint;

-- The smallest amount in the bucket or above it.
create or replace function price_bucket_start(bucket bigint) returns bigint
  language sql immutable strict parallel safe
  return ceil((bucket % 10000) * 10::numeric ^ (bucket / 10000 - 4))::bigint;

-- The smallest amount above the bucket.
create or replace function price_bucket_end(bucket bigint) returns bigint
  language sql immutable strict parallel safe
  return case
    when bucket < 40000 then floor((bucket % 10000) * 10::numeric ^ (bucket / 10000 - 4))::bigint + 1
    else ((bucket % 10000 + 1) * 10::numeric ^ (bucket / 10000 - 4))::bigint
  end;

-- A change that has called the previous function is finished, and the next one calls the new function.
lock table product in share row exclusive mode;
delete from list_bucket where axis in ('p', 'P');
insert into list_bucket (list, axis, bucket, products, in_stock)
with counted as (
  select category_id, discount_percent > 0 as hot, own_brand, price_bucket(sale_kobo) as bucket,
    count(*) as products, count(*) filter (where stock > 0) as in_stock
  from product group by 1, 2, 3, 4
)
select place.list, axis.axis, axis.bucket, sum(products), sum(in_stock)
from counted
cross join lateral (
  values ('all'), ('c' || category_id), (case when hot then 'hot' end), (case when own_brand then 'own' end)
) place (list)
cross join lateral (values ('p'::"char", bucket), ('P', coarse_bucket(bucket))) axis (axis, bucket)
where place.list is not null
group by 1, 2, 3;
