-- Products that were there before 0104: in a transaction of their own, because that one locks the products, and this takes long.
insert into product_likeness (id, merchant_id, likeness)
select * from likenesses(array(select id from product_index)) on conflict (id) do nothing;
