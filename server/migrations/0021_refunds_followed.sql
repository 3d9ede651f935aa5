-- Refunds are followed until the provider has paid them, and disputes are stored.

alter table refund
  -- How often the refund may have been sent to the provider.
  add column attempts integer not null default 0 check (attempts >= 0),
  -- The refund's id and state at the provider; null until it is found there.
  add column provider_id text,
  add column provider_status text
    check (provider_status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  -- When the provider is asked next about an accepted refund.
  add column follow_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add constraint refund_followed check (follow_at is null or status = 'accepted');
create index refund_to_follow on refund (follow_at) where status = 'accepted';

-- Disputes (chargebacks) of payments, as the provider reports them.
create table dispute (
  -- The provider's id.
  id text primary key,
  reference text not null references payment on delete cascade,
  -- The provider's words: awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved.
  status text not null,
  resolution text,
  -- The disputed amount in the subunit of the payment's currency.
  amount bigint,
  -- Until when the shop can respond at the provider.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the provider is asked next; an open dispute is asked about until it is resolved.
  ask_at timestamptz not null default now()
);
create index on dispute (reference);
create index dispute_open on dispute (ask_at) where status <> 'resolved';

-- The note of a refund in the sandbox, by which the shop recognizes its own.
alter table sandbox_payment add column refund_note text;
