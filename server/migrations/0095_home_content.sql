-- What operators decide on the home page: banners, tiles and articles (docs/decisions/home-content.md). Without a row in home_version the
-- built-in content shows.

-- The draft that all editors share.
create table home_draft (
  only_one boolean primary key default true check (only_one),
  -- Changes with each save and each publication, so that nobody overwrites what another editor has saved.
  revision integer not null default 0,
  -- Null after it was published.
  content jsonb,
  saved_at timestamptz,
  saved_by text,
  check ((content is null) = (saved_at is null) and (content is null) = (saved_by is null))
);

-- Everything that was published or scheduled. Of those whose time it is, the one that began last shows.
create table home_version (
  id integer primary key generated always as identity,
  content jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  published_at timestamptz not null default now(),
  -- As in the audit log.
  published_by text not null,
  -- Before it began.
  cancelled_at timestamptz check (cancelled_at < starts_at)
);
create index on home_version (starts_at, id) where cancelled_at is null;

-- Pictures that were uploaded for the home page.
create table home_picture (
  key text primary key,
  shape text not null check (shape in ('wide', 'tall', 'tile', 'article')),
  uploaded_at timestamptz not null default now()
);

-- Who has the token sees the draft, or a version, on the home page.
create table home_preview (
  token_hash bytea primary key,
  -- Null: the draft.
  version_id integer references home_version,
  expires_at timestamptz not null
);

-- For the caches of the nodes, as all changes of what shoppers see (0034_catalog_changes.sql).
create function report_home_change() returns trigger language plpgsql as $$
begin
  perform report('{home}');
  return null;
end $$;
create trigger report_change after insert or update or delete on home_version for each statement execute function report_home_change();
