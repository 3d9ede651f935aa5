-- What the operators' pages list: payments and refunds, newest first, and what waits for a person.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

create index payment_newest on payment (created_at, reference);
create index payment_newest_of_status on payment (status, created_at, reference);
create index refund_newest on refund (created_at, reference);
create index refund_unfinished on refund (created_at) where status in ('requested', 'accepted', 'stuck');
create index fulfilment_to_ship on fulfilment (ship_by) where status = 'to_ship';
