-- Products that were there before 0104, which locks the table of products: sales would wait while this runs.

-- Merchants' changes of products write to this table too. It gives up before PostgreSQL looks for deadlocks, and is tried again.
set local lock_timeout = '500ms';

insert into product_likeness (id, merchant_id, likeness)
select * from likenesses(array(select id from product_index)) on conflict (id) do nothing;

-- A product that was changed meanwhile is not like the others any more.
update product_likeness l set is_repeated = false where is_repeated and not exists (
  select from product_likeness o where o.merchant_id = l.merchant_id and o.likeness = l.likeness and o.id <> l.id);
