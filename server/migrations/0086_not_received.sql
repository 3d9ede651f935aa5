-- Goods that did not arrive: a reason of a return for which nothing comes back, and which pieces were refunded for it.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

alter table return_request
  drop constraint return_request_reason_check,
  add constraint return_request_reason_check
    check (reason in ('changed_mind', 'defective', 'damaged', 'wrong_item', 'not_as_described', 'not_received'));

-- They can be in a parcel that never arrives, so they do not wait for its arrival when the other pieces of the line are released.
alter table parcel_line
  add column not_received_quantity integer not null default 0,
  add constraint parcel_line_not_received check (not_received_quantity between 0 and quantity);

-- Returned pieces of which none came back.
alter table taken_pieces add column not_received boolean not null default false;
