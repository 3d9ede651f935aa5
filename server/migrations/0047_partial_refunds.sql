-- Several refunds of one payment. The first whole one has the payment's reference, as before; a refund of a part has a dot and a number after
-- it. It gives up before PostgreSQL looks
-- for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';
lock table payment, refund in access exclusive mode;

alter table refund
  drop constraint refund_reference_fkey,
  add column payment_reference text generated always as (split_part(reference, '.', 1)) stored not null references payment on delete cascade,
  drop constraint refund_reason_check,
  add constraint refund_reason_check
    check (reason in ('cancelled', 'too late', 'paid twice', 'not as asked', 'pieces cancelled', 'returned', 'goodwill'));
create index on refund (payment_reference);
