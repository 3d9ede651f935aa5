-- Release 1.0 had no payouts, so a shop has paid merchants for what it delivered then outside (docs/operation.md).

set local lock_timeout = '500ms';

-- Its merchant was paid outside: what is released of it is not paid again.
alter table fulfilment add column settled_outside boolean not null default false;
-- For released pieces: they were of such a fulfilment.
alter table taken_pieces add column settled_outside boolean not null default false;
