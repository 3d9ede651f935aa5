-- Accounts' linked users of identity providers, and pending sign-ins.

create table identity (
  issuer text not null,
  -- The provider's id of the user, which does not change with the email address.
  subject text not null,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index on identity (account_id);

create table identity_challenge (
  -- SHA-256 of the state, and of the secret in the browser's cookie.
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  nonce text not null,
  verifier text not null,
  -- The page to return to.
  next text not null,
  expires_at timestamptz not null
);
create index on identity_challenge (expires_at);
