-- The shop's database, created once, on the primary. Replace the password.
create role sokuwa login password 'SHOP_PASSWORD';
-- So that the shop can see whether a replica follows the primary.
grant pg_read_all_stats to sokuwa;
create database sokuwa owner sokuwa;
