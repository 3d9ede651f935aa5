-- The list of duplicates reads only the groups that an operator has to decide about, however many products there are and however large a
-- dismissed group is (docs/decisions/duplicates.md).

-- It locks a table that products write to, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

alter table product_likeness
  -- Whether another product is like it.
  add column is_repeated boolean not null default false,
  -- Whether an operator has said that it differs from those that were like it.
  add column is_dismissed boolean not null default false;

update product_likeness set is_repeated = true where (merchant_id, likeness) in (
  select merchant_id, likeness from product_likeness group by merchant_id, likeness having count(*) > 1);
update product_likeness l set is_dismissed = true from duplicate_dismissal d
where l.merchant_id = d.merchant_id and l.likeness = d.likeness and l.id = any(d.product_ids);
drop table duplicate_dismissal;
create index product_likeness_to_decide on product_likeness (merchant_id, likeness) where is_repeated and not is_dismissed;

-- One other row tells about the group, so a product costs the same in a group of any size. Two that become alike in the same instant without the
-- lock of the catalogue, which imports and new products take, are found when the next one is like them.
create function join_likeness() returns trigger language plpgsql as $$
declare
  other record;
begin
  select id, is_repeated into other from product_likeness
  where merchant_id = new.merchant_id and likeness = new.likeness and id <> new.id limit 1;
  new.is_repeated := found;
  new.is_dismissed := false;
  if found and not other.is_repeated then
    update product_likeness set is_repeated = true where id = other.id;
  end if;
  return new;
end $$;
create trigger join_likeness before insert or update of merchant_id, likeness on product_likeness
  for each row execute function join_likeness();

create function leave_likeness() returns trigger language plpgsql as $$
declare
  rest integer[] := array(
    select id from product_likeness where merchant_id = old.merchant_id and likeness = old.likeness limit 2);
begin
  if cardinality(rest) = 1 then
    update product_likeness set is_repeated = false where id = rest[1];
  end if;
  return null;
end $$;
create trigger leave_likeness after delete or update of merchant_id, likeness on product_likeness
  for each row execute function leave_likeness();
