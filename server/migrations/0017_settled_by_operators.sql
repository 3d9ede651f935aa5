-- Money that an operator settles: payments with a wrong amount or currency, and refunds that failed.

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('cancelled', 'too late', 'paid twice', 'not as asked'));
-- by hand: an operator refunded the money outside the shop.
alter table refund drop constraint refund_status_check;
alter table refund add constraint refund_status_check
  check (status in ('requested', 'accepted', 'done', 'wallet', 'stuck', 'by hand'));

create index payment_held on payment (created_at) where status = 'held';
create index refund_stuck on refund (created_at) where status = 'stuck';
