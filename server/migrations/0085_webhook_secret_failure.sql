-- An attempt also fails when the endpoint's secret cannot be decrypted.

set local lock_timeout = '500ms';

alter table webhook_attempt
  drop constraint webhook_attempt_failure_check,
  add constraint webhook_attempt_failure_check
    check (failure in ('timeout', 'connection', 'address', 'redirect', 'status', 'secret'));
