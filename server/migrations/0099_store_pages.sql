-- What a store says of itself, and its holidays (docs/decisions/merchant-pages.md).

alter table merchant
  add column description text not null default '' check (length(description) <= 2000),
  add column policies text not null default '' check (length(policies) <= 2000),
  -- Days in Lagos. On the last one the store is open again.
  add column holiday_from date,
  add column holiday_until date,
  add column holiday_note text not null default '' check (length(holiday_note) <= 200),
  -- Whether it is on holiday now. A job follows the days, so that caches learn of it and no read compares times.
  add column is_on_holiday boolean not null default false,
  add constraint merchant_holiday check (num_nulls(holiday_from, holiday_until) in (0, 2) and (holiday_from is null or holiday_from < holiday_until)),
  add constraint merchant_on_holiday check (not is_on_holiday or holiday_from is not null);
create index merchant_with_holiday on merchant (id) where holiday_from is not null;

-- Cards show the products of a store on holiday as out of stock. More than a thousand concern so many pages that all are made again.
create function report_holiday() returns trigger language plpgsql as $$
declare
  tags text[] := array(select 'product ' || id from product where merchant_id = new.id limit 1001);
begin
  perform report(case when cardinality(tags) > 1000 then '{everything}' else tags end);
  return null;
end $$;
create trigger report_holiday after update of is_on_holiday on merchant for each row
  when (old.is_on_holiday <> new.is_on_holiday) execute function report_holiday();
