-- What operators do, in the transaction that does it.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Who: the name of an API token, or the user of the command line.
  actor text not null check (length(actor) between 1 and 120),
  -- What, such as 'refunds create'.
  action text not null check (length(action) between 1 and 80),
  -- On what, such as 'order 7F3KQ2M9XW4T'.
  subject text not null check (length(subject) between 1 and 200),
  before jsonb,
  after jsonb,
  reason text check (length(reason) between 1 and 1000)
);
create index on audit_entry (subject, id desc);
create index on audit_entry (actor, id desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_entry for each row execute function audit_log_is_append_only();
create trigger audit_log_is_not_truncated before truncate on audit_entry for each statement execute function audit_log_is_append_only();
