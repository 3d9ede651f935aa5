-- The sandbox's mailbox: stores mails when no mail server is configured.

create table sandbox_mail (
  n integer generated always as identity primary key,
  -- The mail's id; a repeated send stores it once.
  id uuid not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index on sandbox_mail (lower(recipient), n desc);
