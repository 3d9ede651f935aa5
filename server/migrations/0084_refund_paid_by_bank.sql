-- A refund `by hand` was paid by the bank after a lost dispute, not by the shop.

set local lock_timeout = '500ms';

alter table refund add column paid_by_bank boolean not null default false;
update refund set paid_by_bank = true where status = 'by hand' and exists (
  select from dispute d where d.reference = refund.payment_reference and d.status = 'resolved'
    and d.resolution in ('merchant-accepted', 'auto-accepted'));
