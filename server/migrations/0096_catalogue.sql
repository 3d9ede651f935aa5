-- What operators change in the catalogue (docs/decisions/category-changes.md).

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

-- Whether the shop leaves it out while it has no products.
alter table category add column hide_when_empty boolean not null default false;
alter table sub_category add column hide_when_empty boolean not null default false;
alter table sub_item add column hide_when_empty boolean not null default false;

-- Former ids, whose pages lead to what the category or sub-item was merged into.
create table merged_category (
  id integer primary key,
  into_id integer not null references category on delete cascade
);
create index on merged_category (into_id);
create table merged_sub_item (
  id integer primary key,
  into_id integer not null references sub_item on delete cascade
);
create index on merged_sub_item (into_id);
