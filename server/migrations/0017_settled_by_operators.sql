-- Money that an operator settles: what arrived and was not what was asked for, and refunds that nothing could make.

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('cancelled', 'too late', 'paid twice', 'not as asked'));
-- by hand: an operator gave the money back outside the shop.
alter table refund drop constraint refund_status_check;
alter table refund add constraint refund_status_check
  check (status in ('requested', 'accepted', 'done', 'wallet', 'stuck', 'by hand'));

create index payment_held on payment (created_at) where status = 'held';
create index refund_stuck on refund (created_at) where status = 'stuck';
