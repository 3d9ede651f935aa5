-- The sandbox's mailbox: what the shop would have sent, where no mail server is set.

create table sandbox_mail (
  n integer generated always as identity primary key,
  -- The mail's own id: one that is sent again is here once.
  id uuid not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index on sandbox_mail (lower(recipient), n desc);
