-- What a checkout needs before there is an order: addresses, coupons, and what one buyer's checkout keeps.

create table shipping_address (
  -- Not sequential: it tells nobody how many there are, and cannot be guessed.
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
  -- As they were called when the address was given.
  country text not null,
  region text not null,
  city text not null,
  postal_code text not null,
  is_default boolean not null,
  -- The moment of the statement, not of the transaction, so that it orders those that waited for each other.
  created_at timestamptz not null default clock_timestamp()
);
create index on shipping_address (account_id, created_at);
-- Never two defaults, whoever writes; that there is one is up to the service.
create unique index default_shipping_address on shipping_address (account_id) where is_default;

create table coupon (
  id integer generated always as identity primary key,
  -- Capitals: codes are compared so.
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  -- One of the two: per cent of the items, or a fixed amount off them.
  percent smallint check (percent between 1 and 100),
  fixed_kobo bigint check (fixed_kobo > 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- What the items must cost at least.
  minimum_kobo bigint not null default 0 check (minimum_kobo >= 0),
  -- How many orders may use it; null means any number.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  check (num_nonnulls(percent, fixed_kobo) = 1),
  check (ends_at > starts_at),
  check (uses <= max_uses)
);

-- Who used which coupon for an order that stands: once each.
create table coupon_use (
  coupon_id integer not null references coupon on delete cascade,
  account_id integer not null references account on delete cascade,
  used_at timestamptz not null default now(),
  primary key (coupon_id, account_id)
);
create index on coupon_use (account_id);

-- What one buyer's checkout keeps between its calls.
create table checkout (
  account_id integer primary key references account on delete cascade,
  coupon_id integer references coupon on delete set null,
  -- The carrier's last rate: what it was for (parcels and place), what it costs, working days it takes, when it was given.
  rate_key text,
  rate_kobo bigint check (rate_kobo > 0),
  rate_min_days smallint,
  rate_max_days smallint,
  rate_at timestamptz,
  check (num_nulls(rate_key, rate_kobo, rate_min_days, rate_max_days, rate_at) in (0, 5))
);
create index on checkout (coupon_id);

-- A coupon is kept until the cart is cleared (CHECKOUT-44), in whatever way it becomes empty. The cart need
-- not know of coupons for that.
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
