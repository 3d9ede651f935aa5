-- How orders are paid and paid back.

create table payment (
  -- The order's id, a hyphen, and which try it is. Made for the provider, which knows it as the payment's name.
  reference text primary key,
  order_id text not null references shop_order on delete cascade,
  provider text not null,
  status text not null default 'open' check (status in ('open', 'success', 'failed', 'held')),
  amount_kobo bigint not null check (amount_kobo > 0),
  currency char(3) not null,
  -- Null until the provider opened the payment.
  authorization_url text,
  access_code text,
  -- What arrived, in the subunit of the currency that arrived; null until something did.
  paid_amount bigint,
  paid_currency text,
  -- For the operator: why it is held.
  held_for text,
  created_at timestamptz not null default now(),
  -- When the provider is asked next what became of it; null when it need not be.
  ask_at timestamptz,
  check ((status = 'held') = (held_for is not null))
);
create index on payment (order_id);
create index payment_to_ask on payment (ask_at) where ask_at is not null;

-- What goes back to a buyer: the whole of a payment, once.
create table refund (
  reference text primary key references payment on delete cascade,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- requested: to be asked of the provider; accepted: it will pay; done: it did; wallet: credited instead;
  -- stuck: neither could be done, an operator must.
  status text not null default 'requested'
    check (status in ('requested', 'accepted', 'done', 'wallet', 'stuck')),
  -- The provider's reason where it could not.
  refused_for text,
  -- Why the buyer gets it back, for the mail that says so.
  reason text not null check (reason in ('cancelled', 'too late', 'paid twice')),
  created_at timestamptz not null default now(),
  -- When the provider is asked (again); null when it need not be.
  ask_at timestamptz default now(),
  check ((ask_at is not null) = (status = 'requested'))
);
create index refund_to_ask on refund (ask_at) where ask_at is not null;

-- The sandbox provider's own books. Nothing of the shop reads them but its adapter.
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
