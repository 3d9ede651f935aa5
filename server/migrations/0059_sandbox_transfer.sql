-- Transfers to merchants in the sandbox.
create table sandbox_transfer (
  reference text primary key,
  amount bigint not null check (amount > 0),
  account_number text not null,
  -- How often the provider was asked about it.
  asked integer not null default 0,
  created_at timestamptz not null default now()
);
