-- When pieces of a parcel can be released to their merchant: their return window has closed (docs/decisions/payouts.md).
-- Null: it has not arrived, or nothing of it is left to release.

-- A shop has many parcels, and shipping must not wait.
set local lock_timeout = '500ms';

alter table parcel add column release_at timestamptz;
update parcel set release_at = delivered_at where delivered_at is not null;
create index parcel_to_release on parcel (release_at) where release_at is not null;
