-- When a provider reported a success of a payout that it had reported as failed.
alter table payout add column late_at timestamptz;
create index payout_late on payout (late_at) where late_at is not null;
