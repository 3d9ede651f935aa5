-- What protects payouts from being paid twice, and from going to a wrong place (docs/decisions/payouts.md).
alter table payout
  -- When the provider was first seen to know the transfer.
  add column known_at timestamptz,
  -- Since when it does not know the transfer any more.
  add column lost_at timestamptz,
  -- When an operator stopped it, while it was being sent.
  add column stopped_at timestamptz;
create index payout_lost on payout (id) where lost_at is not null;

alter table bank_account
  -- Who knows it by `recipient`: the provider and its mode. Null: unknown, so it is registered again.
  add column recipient_issuer text,
  -- The name of the API token that entered it.
  add column changed_by text;

-- When the file for the bank was last made.
alter table payout_batch add column file_made_at timestamptz;
