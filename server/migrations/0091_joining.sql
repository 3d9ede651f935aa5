-- Stores that apply to join the shop. Until an operator approves one, it is hidden as a suspended one is: its products are in suspended_product,
-- where the merchant prepares them (docs/decisions/joining.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

alter table merchant
  add column state text not null default 'approved' check (state in ('draft', 'applied', 'declined', 'approved')),
  -- When an owner put the list of first steps away.
  add column first_steps_dismissed_at timestamptz,
  -- Also for nodes of earlier releases, which know only suspensions: none of them opens such a store.
  add constraint merchant_hidden_until_approved check (state = 'approved' or suspended_at is not null);
create index merchant_not_approved on merchant (state, id) where state <> 'approved';
create index merchant_by_name on merchant (lower(name));

create table store_application (
  merchant_id integer primary key references merchant on delete cascade,
  -- The applicant; null if the account is deleted.
  account_id integer references account on delete set null,
  -- E.164.
  phone text check (length(phone) between 1 and 40),
  -- Categories of the first level. Those that are deleted later are ignored.
  categories integer[] not null default '{}',
  description text not null default '' check (length(description) <= 300),
  expected_products integer check (expected_products > 0),
  registration_number text check (length(registration_number) between 1 and 60),
  terms_version text,
  terms_accepted_at timestamptz,
  -- Who accepted them; null if the account is deleted.
  terms_account_id integer references account on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- Since when the merchant has its state.
  state_since timestamptz not null,
  -- When it was sent last.
  submitted_at timestamptz,
  -- Of the last decision, if that declined it.
  decline_reason text,
  check ((terms_version is null) = (terms_accepted_at is null)),
  check (terms_account_id is null or terms_version is not null)
);
create index on store_application (account_id);
create index on store_application (terms_account_id);
create index on store_application (phone);
create index on store_application (state_since, merchant_id);

-- For other stores with the same bank account: the numbers are encrypted, their last digits are not.
create index on bank_account (last_digits);
