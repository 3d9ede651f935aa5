-- The carts of accounts.

create table cart_line (
  account_id integer not null references account on delete cascade,
  -- No foreign key: the line of a deleted product stays, so that the shop can inform its owner.
  product_id integer not null,
  -- The line's number in its cart, ascending in the order of adding; `id` on the wire.
  line integer not null,
  quantity integer not null check (quantity > 0),
  -- The title when the product was added, for products that are deleted later.
  title text not null,
  primary key (account_id, product_id)
);
