-- What buyers send back (docs/decisions/returns.md).

-- It refers to several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create table return_request (
  -- The order's id, '-R', and the number of the return of the order.
  id text primary key,
  order_id text not null references shop_order on delete cascade,
  -- Null: the account was deleted.
  account_id integer references account on delete set null,
  -- Null: the shop itself.
  merchant_id integer,
  status text not null default 'requested'
    check (status in ('requested', 'accepted', 'appealed', 'received', 'refunded', 'declined', 'withdrawn')),
  reason text not null check (reason in ('changed_mind', 'defective', 'damaged', 'wrong_item', 'not_as_described')),
  refund_to text not null check (refund_to in ('original', 'wallet')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Until when the merchant decides, or confirms the receipt; then an operator is asked.
  decide_by timestamptz check (decide_by is null or status in ('requested', 'accepted')),
  -- Until when the buyer can appeal.
  appeal_by timestamptz check (appeal_by is null or status = 'declined'),
  -- The merchant cannot decline what an operator has accepted, and the buyer appeals once.
  is_appealed boolean not null default false,
  is_decided_by_operator boolean not null default false,
  -- What the receipt has refunded.
  to_payment_kobo bigint check (to_payment_kobo >= 0),
  to_wallet_kobo bigint check (to_wallet_kobo >= 0),
  refund_references text[] not null default '{}',
  check ((status in ('received', 'refunded')) = (to_payment_kobo is not null and to_wallet_kobo is not null))
);
create index on return_request (order_id);
create index on return_request (account_id);
create index on return_request (created_at desc, id);
create index on return_request (status, created_at desc, id);
create index on return_request (merchant_id, created_at desc, id);
create index on return_request (merchant_id, status, created_at desc, id);
create index return_request_due on return_request (decide_by) where decide_by is not null;
create index return_request_received on return_request (id) where status = 'received';

-- Pieces of a return, by the parcel in which they arrived.
create table return_line (
  return_id text not null references return_request on delete cascade,
  parcel_id integer not null,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  primary key (return_id, parcel_id, position),
  foreign key (parcel_id, position) references parcel_line on delete cascade
);
create index on return_line (parcel_id, position);

-- The steps of a return, in the sequence in which they were taken.
create table return_step (
  return_id text not null references return_request on delete cascade,
  n smallint not null,
  status text not null,
  taken_by text not null check (taken_by in ('buyer', 'merchant', 'operator', 'shop')),
  note text not null check (length(note) <= 4000),
  at timestamptz not null default now(),
  primary key (return_id, n)
);

-- A picture without a return is deleted after a day.
create table return_picture (
  -- Random.
  id text primary key,
  account_id integer not null references account on delete cascade,
  return_id text references return_request on delete cascade,
  n smallint check ((n is null) = (return_id is null)),
  -- WebP.
  bytes bytea not null,
  created_at timestamptz not null default now(),
  unique (return_id, n)
);
create index on return_picture (account_id);
create index return_picture_unused on return_picture (created_at) where return_id is null;
