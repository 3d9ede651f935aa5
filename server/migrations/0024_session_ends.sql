-- Notifies every node of a session that ends before its expiry: by a log-out, a password reset or the deletion of the account. Open
-- event streams of the session end then (MessageFeed).
create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('messages_changed', 'session ' || encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger session_end after delete on session
  for each row when (old.expires_at > now()) execute function notify_session_end();

-- Expired rows are swept by a job.
create index on session (expires_at);
create index on account (created_at) where verified_at is null;

-- A node that delivers a message claims it until this time, so that no transaction is open while it sends the mail.
alter table support_message add column claimed_until timestamptz;
