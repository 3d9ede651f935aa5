-- Messages of the contact form, stored until delivered to support and for a retention period (docs/decisions/jobs-and-mail.md).

create table support_message (
  id uuid primary key default gen_random_uuid(),
  full_name text not null,
  email text not null,
  subject text not null,
  content text not null,
  created_at timestamptz not null default now(),
  -- When the mail server accepted it.
  delivered_at timestamptz
);
create index support_message_waiting on support_message (created_at) where delivered_at is null;
create index on support_message (delivered_at);
create index on support_message (lower(email), created_at);

alter table sandbox_mail
  -- The Reply-To address, if any.
  add column reply_to text;
