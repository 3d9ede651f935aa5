-- What the signed in have in their carts.

create table cart_line (
  account_id integer not null references account on delete cascade,
  -- No foreign key: a product that leaves the shop leaves its line behind, so that its owner can be told.
  product_id integer not null,
  -- The line's number in its cart, rising in the order of adding; the shopper's name for it ("id").
  line integer not null,
  quantity integer not null check (quantity > 0),
  -- As it was when it was put in, for when the product is gone.
  title text not null,
  primary key (account_id, product_id)
);
