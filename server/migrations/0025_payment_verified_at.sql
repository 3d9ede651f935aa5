-- When the provider was last asked about a payment on a buyer's behalf, so that a page that polls does not ask too often.
alter table payment add column verified_at timestamptz;
