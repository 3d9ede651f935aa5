-- Pieces that were cancelled after the payment, while others of the order are delivered.
alter table order_line add column cancelled_quantity integer not null default 0 check (cancelled_quantity between 0 and quantity);
