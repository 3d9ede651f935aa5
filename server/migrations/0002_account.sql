-- Who buys here, and the sessions of whoever is signed in.

create table account (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default now()
);
-- One person, one account, however the address is written.
create unique index account_email on account (lower(email));

create table session (
  -- SHA-256 of the token: whoever reads this table can sign in nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id integer not null references account on delete cascade,
  -- What the token opens.
  kind text not null check (kind in ('buyer')),
  expires_at timestamptz not null
);
create index on session (account_id);
