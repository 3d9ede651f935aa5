-- The address before a change. While the new one is young, mails about bank accounts go to both.
alter table merchant add column previous_email text, add column email_changed_at timestamptz;
