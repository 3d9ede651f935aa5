-- The addresses that a merchant had until a short time ago, oldest first: they hear of changes of its bank account too.
alter table merchant
  add column former_emails text[] not null default '{}',
  add column email_changed_at timestamptz;
