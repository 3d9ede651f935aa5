-- The account that an attempt concerns, as a SHA-256 of its email address: a password reset deletes all attempts of its account, by
-- every network.
alter table attempt add column owner bytea check (length(owner) = 32);
create index on attempt (owner) where owner is not null;
