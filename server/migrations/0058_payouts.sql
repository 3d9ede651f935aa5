-- What merchants are paid, and to which bank accounts (docs/decisions/payouts.md).

create table bank_account (
  id uuid primary key,
  merchant_id integer not null references merchant on delete cascade,
  -- Bank code, account number and the name of its holder, encrypted.
  details text not null,
  last_digits text not null check (length(last_digits) <= 4),
  -- The name by which the provider of payouts knows it.
  recipient text,
  created_at timestamptz not null default now(),
  -- The account in effect is the one with the latest time that has passed.
  effective_at timestamptz not null,
  revoked_at timestamptz
);
create index on bank_account (merchant_id, effective_at desc) where revoked_at is null;

create table payout_batch (
  id integer generated always as identity primary key,
  status text not null default 'draft' check (status in ('draft', 'approved', 'sending', 'done', 'cancelled')),
  -- The day of a weekly batch, so that each week has one; null for others.
  scheduled_for date unique,
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  done_at timestamptz
);

create table payout (
  -- Its reference at the provider too.
  id text primary key check (id ~ '^po-[0-9a-f]{20}$'),
  batch_id integer not null references payout_batch,
  merchant_id integer not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'sending', 'paid', 'failed', 'reversed', 'cancelled')),
  amount_kobo bigint not null check (amount_kobo > 0),
  -- The bank account that was in effect when it was approved.
  bank_account_id uuid references bank_account on delete set null,
  -- How it was sent: paystack, sandbox or file.
  provider text,
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  -- Why it failed or was cancelled.
  reason text,
  -- When it is sent, or the provider is asked about it.
  ask_at timestamptz,
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  sent_at timestamptz,
  -- When it was paid, failed or cancelled.
  finished_at timestamptz,
  reversed_at timestamptz,
  unique (batch_id, merchant_id)
);
-- A merchant is in one draft at most.
create unique index payout_draft on payout (merchant_id) where status = 'draft';
create index payout_to_send on payout (id) where status = 'approved';
create index payout_to_ask on payout (ask_at) where ask_at is not null;
create index on payout (merchant_id, created_at desc, id desc);
create index on payout (batch_id, status);
create index on payout (bank_account_id) where bank_account_id is not null;
