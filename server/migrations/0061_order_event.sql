-- What happened to an order and has no date in another table.
create table order_event (
  id bigint generated always as identity primary key,
  order_id text not null references shop_order on delete cascade,
  kind text not null check (kind in ('pieces_cancelled', 'address_changed')),
  -- Of cancelled pieces: [{"position": 0, "quantity": 1}, …].
  pieces jsonb,
  created_at timestamptz not null default now(),
  check ((kind = 'pieces_cancelled') = (pieces is not null))
);
create index on order_event (order_id);
