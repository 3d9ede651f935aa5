-- What protects payouts from being paid twice, and from going to a wrong place (docs/decisions/payouts.md).
alter table payout
  -- When the provider was first seen to know the transfer.
  add column known_at timestamptz,
  -- Since when it does not know the transfer any more.
  add column lost_at timestamptz;
create index payout_lost on payout (id) where lost_at is not null;

-- Who knows it by `recipient`: the provider and its mode. Null: unknown, so it is registered again.
alter table bank_account add column recipient_issuer text;
