-- Products that shoppers report, and that operators take out of the shop (docs/decisions/moderation.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- The product has no foreign key, because it is in one of two tables.
create table product_report (
  id integer generated always as identity primary key,
  product_id integer not null,
  account_id integer not null references account on delete cascade,
  reason text not null check (reason in ('counterfeit', 'prohibited', 'wrong', 'pictures', 'other')),
  text text not null check (length(text) <= 1000),
  reported_at timestamptz not null default clock_timestamp(),
  -- When an operator has decided about it; null while it is open.
  closed_at timestamptz,
  outcome text check (outcome in ('dismissed', 'taken_down')),
  check ((closed_at is null) = (outcome is null))
);
-- One open report for each product and person.
create unique index product_report_open on product_report (product_id, account_id) where closed_at is null;
-- The first open report of each product is read, in the order of time.
create index product_report_waiting on product_report (reported_at, product_id) where closed_at is null;
create index product_report_of_product on product_report (product_id, id);
create index on product_report (account_id);

create table product_takedown (
  id integer generated always as identity primary key,
  product_id integer not null,
  merchant_id integer not null references merchant on delete cascade,
  taken_down_at timestamptz not null default clock_timestamp(),
  -- As in the audit log.
  taken_down_by text not null,
  -- The merchant reads it.
  reason text not null check (length(reason) between 1 and 1000),
  -- Whether it was live, so that it becomes live again.
  was_live boolean not null,
  -- A merchant who has changed the product since then can ask for a review.
  decided_at timestamptz not null default clock_timestamp(),
  asked_at timestamptz,
  lifted_at timestamptz,
  lifted_by text,
  check (lifted_at is null or asked_at is null),
  check ((lifted_at is null) = (lifted_by is null))
);
create unique index product_takedown_open on product_takedown (product_id) where lifted_at is null;
create index product_takedown_waiting on product_takedown (asked_at, product_id) where asked_at is not null;
create index product_takedown_of_product on product_takedown (product_id, id);
create index on product_takedown (merchant_id);

-- No node, also not of an earlier release, puts a product that is taken down into the shop.
create function refuse_taken_down() returns trigger language plpgsql as $$
begin
  if exists (select from added join product_takedown t on t.product_id = added.id and t.lifted_at is null) then
    raise exception 'the product is taken down';
  end if;
  return null;
end $$;
create trigger refuse_taken_down after insert on product referencing new table as added
  for each statement execute function refuse_taken_down();
