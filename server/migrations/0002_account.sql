-- Accounts of buyers, and their sessions.

create table account (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default now()
);
-- One account per email address, ignoring case.
create unique index account_email on account (lower(email));

create table session (
  -- SHA-256 of the token, so that a copy of this table permits no sign-in.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id integer not null references account on delete cascade,
  -- The endpoints that the token permits.
  kind text not null check (kind in ('buyer')),
  expires_at timestamptz not null
);
create index on session (account_id);
