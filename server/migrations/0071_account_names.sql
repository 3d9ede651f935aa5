-- Operators find accounts by the beginning of the whole name or of the last name.
create index account_full_name on account (lower(first_name || ' ' || last_name) collate "C", id);
create index account_last_name on account (lower(last_name) collate "C", id);
