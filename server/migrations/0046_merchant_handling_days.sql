-- Days within which the merchant ships a paid order.
alter table merchant add column handling_days smallint not null default 2 check (handling_days between 0 and 30);
