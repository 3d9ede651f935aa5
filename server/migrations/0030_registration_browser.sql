-- The SHA-256 of a secret that only the browser has in which the account was registered. There the mailed link alone verifies the
-- address; a page in another browser needs the account's password too.
alter table account add column registration_secret_hash bytea check (octet_length(registration_secret_hash) = 32);
