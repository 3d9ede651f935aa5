-- The SHA-256 of a secret that only the browser has in which the account was registered. There the mailed link alone verifies the
-- address; a page in another browser needs the account's password too.
alter table account add column registered_in bytea check (octet_length(registered_in) = 32);
