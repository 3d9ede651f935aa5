-- Addresses, coupons, and the checkout state of each buyer.

create table shipping_address (
  -- Random: it does not reveal the number of addresses and cannot be guessed.
  id uuid primary key default gen_random_uuid(),
  account_id integer not null references account on delete cascade,
  first_name text not null,
  last_name text not null,
  phone_number text not null check (phone_number ~ '^\+[0-9]{4,17}$'),
  line1 text not null,
  line2 text not null,
  line3 text not null,
  country_code char(2) not null,
  region_id integer not null,
  city_id integer not null,
  -- The names when the address was added.
  country text not null,
  region text not null,
  city text not null,
  postal_code text not null,
  is_default boolean not null,
  -- The time of the statement, not of the transaction, so that transactions that waited for each other are in order.
  created_at timestamptz not null default clock_timestamp()
);
create index on shipping_address (account_id, created_at);
-- At most one default per account. The service ensures that there is one.
create unique index default_shipping_address on shipping_address (account_id) where is_default;

create table coupon (
  id integer generated always as identity primary key,
  -- Upper case; codes are compared in upper case.
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  -- One of both: a percentage of the subtotal, or a fixed amount.
  percent smallint check (percent between 1 and 100),
  fixed_kobo bigint check (fixed_kobo > 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Minimum subtotal.
  minimum_kobo bigint not null default 0 check (minimum_kobo >= 0),
  -- Maximum number of orders that may use it; null is unlimited.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  check (num_nonnulls(percent, fixed_kobo) = 1),
  check (ends_at > starts_at),
  check (uses <= max_uses)
);

-- Coupon uses in orders that are not cancelled; one per account and coupon.
create table coupon_use (
  coupon_id integer not null references coupon on delete cascade,
  account_id integer not null references account on delete cascade,
  used_at timestamptz not null default now(),
  primary key (coupon_id, account_id)
);
create index on coupon_use (account_id);

-- The checkout state of a buyer between requests.
create table checkout (
  account_id integer primary key references account on delete cascade,
  coupon_id integer references coupon on delete set null,
  -- The carrier's last rate: its key (parcels and place), price, delivery time in working days, and time of the quote.
  rate_key text,
  rate_kobo bigint check (rate_kobo > 0),
  rate_min_days smallint,
  rate_max_days smallint,
  rate_at timestamptz,
  check (num_nulls(rate_key, rate_kobo, rate_min_days, rate_max_days, rate_at) in (0, 5))
);
create index on checkout (coupon_id);

-- Removes the coupon when the cart becomes empty for any reason (CHECKOUT-44). A trigger, so that the cart slice does
-- not depend on coupons.
create function cart_emptied() returns trigger language plpgsql as $$
begin
  update checkout set coupon_id = null
  where coupon_id is not null
    and account_id in (select account_id from removed)
    and not exists (select from cart_line where cart_line.account_id = checkout.account_id);
  return null;
end $$;
create trigger cart_emptied after delete on cart_line referencing old table as removed
  for each statement execute function cart_emptied();
