-- Passwords, mailed links, profiles, and rate limits.

alter table account
  -- Identifies the account in mailed links.
  add column public_id uuid not null default gen_random_uuid() unique,
  -- When the email address was verified; until then sign-in is refused.
  add column verified_at timestamptz,
  -- Argon2id, with parameters and salt. Null for accounts that only use an identity provider.
  add column password_hash text,
  add column picture_key text,
  add column date_of_birth date,
  add column gender text not null default '' check (gender in ('M', 'F', 'Others', '')),
  -- E.164, or empty.
  add column phone_number text not null default '',
  add column street_address text not null default '',
  -- The service checks that they belong together. Places are data of the geo slice, so there is no foreign key.
  add column country_code text,
  add column region_id integer,
  add column city_id integer;

-- A session has two tokens, which expire together. Existing sessions have only one, so they are deleted.
delete from session;
alter table session
  drop column kind,
  add column merchant_token_hash bytea not null unique check (length(merchant_token_hash) = 32);

-- Mailed links. Used links stay stored, so that a second use is refused as link_used.
create table mail_link (
  -- SHA-256 of the token, so that a copy of this table permits no use of a link.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id integer not null references account on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on mail_link (account_id);

-- Counters of rate limits, shared by all nodes.
create table attempt (
  what text not null,
  -- SHA-256 of the IP address or email address, so that the table contains no personal data in clear text.
  who bytea not null,
  attempts integer not null,
  window_ends timestamptz not null,
  primary key (what, who)
);
create index on attempt (window_ends);
