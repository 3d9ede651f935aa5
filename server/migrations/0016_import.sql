-- Import and export of merchants' product files.

-- The slug is the product's handle in files, unique per merchant. Deferrable, so that one statement can move a handle from
-- one product to another.
alter table product drop constraint product_slug_key;
alter table product add unique (merchant_id, slug) deferrable;
-- The merchant's stock keeping unit.
alter table product add column sku text;
alter table product add unique (merchant_id, sku) deferrable;

-- The progress of an import, written with each batch, so that an interrupted import resumes.
create table import_run (
  -- Hash of the file and the import options; a different file is a different import.
  digest bytea primary key,
  units bigint not null,
  added bigint not null,
  changed bigint not null,
  unchanged bigint not null,
  refused bigint not null,
  -- Length of the report after the last batch; later bytes belong to a batch that was not committed.
  report_bytes bigint not null,
  started_at timestamptz not null default now()
);

-- Keys of imported pictures, by URL or by content, so that none is processed twice.
create table import_picture (
  source bytea primary key,
  key text not null
);
