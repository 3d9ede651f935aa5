-- What each merchant of a paid order ships. The order's status is derived from its fulfilments (docs/decisions/fulfilments.md).

create table fulfilment (
  -- The order's id, a hyphen, and the number of the merchant in the order.
  id text primary key,
  order_id text not null references shop_order on delete cascade,
  -- Null: the shop itself, for products that were deleted before release 1.1.
  merchant_id integer,
  status text not null default 'to_ship' check (status in ('to_ship', 'shipped', 'delivered', 'cancelled')),
  -- Until when the merchant should ship it.
  ship_by timestamptz not null,
  -- When the merchant was reminded.
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  unique nulls not distinct (order_id, merchant_id),
  check (delivered_at is null or shipped_at is not null)
);
create index on fulfilment (merchant_id, created_at desc, id);
create index on fulfilment (merchant_id, status, created_at desc, id);
create index fulfilment_to_remind on fulfilment (ship_by) where status = 'to_ship' and reminded_at is null;

-- A parcel of a fulfilment, with pieces of its lines.
create table parcel (
  id integer generated always as identity primary key,
  fulfilment_id text not null references fulfilment on delete cascade,
  -- The key of a carrier of carriers.json, or 'other'.
  carrier text not null,
  tracking_number text not null check (length(tracking_number) between 1 and 64),
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- The same number of the same carrier is the same parcel: a repeated request adds none.
  unique (fulfilment_id, carrier, tracking_number)
);

create table parcel_line (
  parcel_id integer not null references parcel on delete cascade,
  -- The position of the line in the order.
  position smallint not null,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, position)
);
