-- Messages between shoppers and merchants (docs/decisions/messages.md).

alter table merchant
  -- Address for notification mails. Null: the merchant reads messages only on the seller site.
  add column email text check (email ~ '^[^\s@]+@[^\s@]+$');

-- The API tokens of merchants; one per merchant.
create table seller_token (
  merchant_id integer primary key references merchant on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);

-- Numbers the changes of threads; an event stream uses it to find the changes that it has not sent.
create sequence message_change;

create table message_thread (
  id uuid primary key default gen_random_uuid(),
  -- question: started by the shopper; note: started by the merchant.
  type text not null check (type in ('question', 'note')),
  account_id integer not null references account on delete cascade,
  merchant_id integer not null references merchant on delete cascade,
  subject text not null check (subject <> ''),
  -- No foreign key: the product may be deleted; the copied title stays.
  product_id integer,
  product_title text,
  -- The order of a note.
  order_id text references shop_order on delete set null,
  -- Number of the last post; 0 is the first message, higher numbers are replies.
  last_n integer not null default 0,
  last_at timestamptz not null default now(),
  -- Number of each side's last post, of the last post it has read, and of the last it was mailed; -1 is none.
  buyer_last integer not null default -1,
  merchant_last integer not null default -1,
  buyer_read integer not null default -1,
  merchant_read integer not null default -1,
  buyer_mailed integer not null default -1,
  merchant_mailed integer not null default -1,
  changed bigint not null default nextval('message_change'),
  check ((product_id is null) = (product_title is null))
);
create index on message_thread (account_id, last_at desc, id);
create index on message_thread (merchant_id, last_at desc, id);
create index on message_thread (account_id, changed);
create index message_thread_unread on message_thread (account_id) where merchant_last > buyer_read;
create index message_thread_merchant_unread on message_thread (merchant_id) where buyer_last > merchant_read;

create table message_post (
  thread_id uuid not null references message_thread on delete cascade,
  n integer not null check (n >= 0),
  side text not null check (side in ('buyer', 'merchant')),
  content text not null check (content <> ''),
  created_at timestamptz not null default now(),
  primary key (thread_id, n)
);
