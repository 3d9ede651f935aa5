-- Several rates per account, so that two addresses or carts that alternate do not call the carrier each time.
create table checkout_rate (
  account_id integer not null references account on delete cascade,
  -- A hash of everything that affects the carrier's rate: parcels and place.
  rate_key text not null,
  rate_kobo bigint not null check (rate_kobo > 0),
  -- Delivery time in working days.
  min_days smallint not null,
  max_days smallint not null,
  rated_at timestamptz not null,
  primary key (account_id, rate_key)
);
insert into checkout_rate
select account_id, rate_key, rate_kobo, rate_min_days, rate_max_days, rate_at from checkout where rate_key is not null;
alter table checkout
  drop column rate_key,
  drop column rate_kobo,
  drop column rate_min_days,
  drop column rate_max_days,
  drop column rate_at,
  -- The buyer removed the coupon of the unpaid order: the checkout that replaces it has none.
  add column coupon_removed boolean not null default false;
