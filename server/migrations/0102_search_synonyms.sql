-- The synonyms of the search, as operators have written them. Without a row the list that the shop comes with is used, as by nodes of release 1.0.

create table search_synonyms (
  only_one boolean primary key default true check (only_one),
  -- Changes with each change, so that nobody overwrites what somebody else has written.
  revision integer not null,
  -- Null: the list that the shop comes with.
  list text,
  changed_at timestamptz not null default now(),
  -- As in the audit log.
  changed_by text not null
);

-- For the caches of the nodes: every search may find something else (0034_catalog_changes.sql).
create function report_synonyms_change() returns trigger language plpgsql as $$
begin
  perform report('{list search}');
  return null;
end $$;
create trigger report_change after insert or update or delete on search_synonyms
  for each statement execute function report_synonyms_change();
