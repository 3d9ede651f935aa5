-- Payments and refunds of orders.

create table payment (
  -- The order's id, a hyphen, and the number of the attempt. The provider's reference of the payment.
  reference text primary key,
  order_id text not null references shop_order on delete cascade,
  provider text not null,
  status text not null default 'open' check (status in ('open', 'success', 'failed', 'held')),
  amount_kobo bigint not null check (amount_kobo > 0),
  currency char(3) not null,
  -- Null until the provider has initialized the payment.
  authorization_url text,
  access_code text,
  -- The paid amount in the subunit of the paid currency; null until paid.
  paid_amount bigint,
  paid_currency text,
  -- Why the payment is held, for the operator.
  held_for text,
  created_at timestamptz not null default now(),
  -- When the provider is queried next for the status; null when no query is needed.
  ask_at timestamptz,
  check ((status = 'held') = (held_for is not null))
);
create index on payment (order_id);
create index payment_to_ask on payment (ask_at) where ask_at is not null;

-- Refunds; each returns a whole payment, once.
create table refund (
  reference text primary key references payment on delete cascade,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- requested: not yet sent to the provider; accepted: the provider will pay; done: paid; wallet: credited to the wallet
  -- instead; stuck: both failed, an operator must settle it.
  status text not null default 'requested'
    check (status in ('requested', 'accepted', 'done', 'wallet', 'stuck')),
  -- The provider's reason for a refusal.
  refused_for text,
  -- The reason of the refund, for the mail to the buyer.
  reason text not null check (reason in ('cancelled', 'too late', 'paid twice')),
  created_at timestamptz not null default now(),
  -- When the refund is sent to the provider next; null when it is not pending.
  ask_at timestamptz default now(),
  check ((ask_at is not null) = (status = 'requested'))
);
create index refund_to_ask on refund (ask_at) where ask_at is not null;

-- The data of the sandbox payment provider. Only its adapter reads it.
create table sandbox_provider (
  only_one boolean primary key default true check (only_one),
  -- Signs its webhooks.
  secret text not null
);
create table sandbox_payment (
  reference text primary key,
  access_code text not null unique,
  email text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  return_url text not null,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed', 'abandoned', 'reversed')),
  created_at timestamptz not null default now()
);
