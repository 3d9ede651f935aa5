-- A session ends SESSION_MAX_DAYS after the sign-in, however often it is used (SESSION-22). Existing sessions count from now.
alter table session add column signed_in_at timestamptz not null default now();
