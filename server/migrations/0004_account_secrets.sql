-- What proves who somebody is, what they tell about themselves, and what bounds the guessing.

alter table account
  -- What stands for the account in mailed links.
  add column public_id uuid not null default gen_random_uuid() unique,
  -- When its e-mail address was proven; until then nobody signs in.
  add column verified_at timestamptz,
  -- Argon2id, with its parameters and its salt. Null where another provider vouches for the person.
  add column password_hash text,
  add column picture_key text,
  add column date_of_birth date,
  add column gender text not null default '' check (gender in ('M', 'F', 'Others', '')),
  -- E.164, or empty.
  add column phone_number text not null default '',
  add column street_address text not null default '',
  -- Checked to belong together when they are written; the places themselves are data of the geo slice.
  add column country_code text,
  add column region_id integer,
  add column city_id integer;

-- A sign-in has two tokens, which end together. Sessions from before have one, and are left behind.
delete from session;
alter table session
  drop column kind,
  add column merchant_token_hash bytea not null unique check (length(merchant_token_hash) = 32);

-- Links that were mailed. They stay when they are used, so that whoever uses one again can be told so.
create table mail_link (
  -- SHA-256 of the token: whoever reads this table can follow no link.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id integer not null references account on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on mail_link (account_id);

-- How often somebody tried something lately, counted over all nodes together.
create table attempt (
  what text not null,
  -- SHA-256 of the network address or of the e-mail address: the table names nobody.
  who bytea not null,
  attempts integer not null,
  window_ends timestamptz not null,
  primary key (what, who)
);
create index on attempt (window_ends);
