-- When an operator stopped a payout: it is not sent (again).
alter table payout add column stopped_at timestamptz;
