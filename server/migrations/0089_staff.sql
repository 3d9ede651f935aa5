-- Who works in the desk: memberships of accounts, invitations, sessions and second factors.

create table membership (
  id integer generated always as identity primary key,
  account_id integer not null references account on delete cascade,
  -- Null: the shop's operators.
  merchant_id integer references merchant,
  role text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (account_id, merchant_id),
  check (role in ('owner', 'staff', 'support', 'catalogue', 'finance')),
  check (case when merchant_id is null then role <> 'staff' else role in ('owner', 'staff') end)
);
create index on membership (merchant_id);

create table invitation (
  id integer generated always as identity primary key,
  merchant_id integer references merchant,
  email text not null check (length(email) between 3 and 254),
  role text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  check (role in ('owner', 'staff', 'support', 'catalogue', 'finance')),
  check (case when merchant_id is null then role <> 'staff' else role in ('owner', 'staff') end)
);
-- A second invitation of the same person replaces the first.
create unique index invitation_of_email on invitation (merchant_id, lower(email)) nulls not distinct;

create table desk_session (
  id integer generated always as identity primary key,
  -- SHA-256 of the key in the cookie.
  key_hash bytea not null unique,
  account_id integer not null references account on delete cascade,
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the person last proved a second factor.
  verified_at timestamptz,
  -- What the browser says it is.
  user_agent text not null check (length(user_agent) <= 300)
);
create index on desk_session (account_id);
create index on desk_session (expires_at);

-- What a browser has to prove next: after the password, or before a passkey is used or added. Each is used once.
create table desk_challenge (
  -- SHA-256 of the key in a cookie: of a sign-in that is not complete, or of the session.
  key_hash bytea not null,
  purpose text not null check (purpose in ('sign_in', 'verify', 'enrol')),
  -- Null before it is known: a passkey will name it.
  account_id integer references account on delete cascade,
  -- Of WebAuthn; null if none was requested.
  challenge text,
  expires_at timestamptz not null,
  primary key (key_hash, purpose)
);
create index on desk_challenge (account_id);
create index on desk_challenge (expires_at);

create table passkey (
  -- The credential's id in base64url.
  id text primary key,
  account_id integer not null references account on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null check (length(label) between 1 and 80),
  -- Whether it is stored at a provider, and so survives the loss of the device.
  backed_up boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index on passkey (account_id);

-- The secret of an authenticator app.
create table totp (
  account_id integer primary key references account on delete cascade,
  -- Encrypted.
  secret text not null,
  -- Null until the first correct code.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code is accepted once.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id integer not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
