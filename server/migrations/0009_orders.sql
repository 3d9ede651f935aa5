-- Orders. They copy products, prices and addresses, so that later changes do not affect them.

create table shop_order (
  -- Sixty random bits in unambiguous letters and digits (docs/decisions/orders-and-payments.md).
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  -- Null after the account is deleted: the order stays, anonymized (anonymizeOrders).
  account_id integer references account on delete set null,
  status text not null default 'Pending' check (status in ('Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled')),
  -- The reason of the cancellation.
  cancelled_for text check (cancelled_for in ('buyer', 'shop', 'replaced', 'declined', 'expired')),
  currency char(3) not null default 'NGN',
  subtotal_kobo bigint not null check (subtotal_kobo >= 0),
  shipment_kobo bigint not null check (shipment_kobo >= 0),
  discount_kobo bigint not null check (discount_kobo >= 0),
  total_kobo bigint not null check (total_kobo > 0),
  -- The coupon of the discount; its use is returned when the order is cancelled.
  coupon_id integer references coupon on delete set null,
  coupon_code text,
  -- Hash of items, address and prices: repeated requests with an unchanged cart have the same value.
  fingerprint bytea not null,
  -- {first_name, last_name, email} of the buyer, and the address, at the time of the order.
  customer jsonb,
  ship_to jsonb,
  tracking_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a pending order is cancelled and its stock returned.
  expires_at timestamptz not null,
  check (total_kobo = subtotal_kobo + shipment_kobo - discount_kobo),
  check ((status = 'Cancelled') = (cancelled_for is not null)),
  check (tracking_number is null or status in ('Shipped', 'Delivered'))
);
create index on shop_order (account_id, created_at desc, id);
-- An account has at most one pending order.
create index shop_order_pending on shop_order (account_id) where status = 'Pending';
create index shop_order_to_expire on shop_order (expires_at) where status = 'Pending';

create table order_line (
  order_id text not null references shop_order on delete cascade,
  position smallint not null,
  -- No foreign key: the product may be deleted.
  product_id integer not null,
  title text not null,
  picture_key text,
  unit_kobo bigint not null check (unit_kobo > 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, position),
  unique (order_id, product_id)
);

-- Orders by idempotency key, so that a repeated request gets the same response.
create table idempotency_key (
  account_id integer not null references account on delete cascade,
  key text not null,
  -- Hash of the request.
  fingerprint bytea not null,
  order_id text not null references shop_order on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index on idempotency_key (created_at);
