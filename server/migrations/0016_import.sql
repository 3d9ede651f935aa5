-- Products that come from merchants' files, and go out to them.

-- The slug is the product's handle: unique among its merchant's, as files have it. Checked when a statement ends, so that
-- one statement can give a product the handle that another one gives up.
alter table product drop constraint product_slug_key;
alter table product add unique (merchant_id, slug) deferrable;
-- The merchant's own number for it.
alter table product add column sku text;
alter table product add unique (merchant_id, sku) deferrable;

-- How far an import got, written with each batch of products, so that one that was cut off goes on where it stopped.
create table import_run (
  -- Of the file and of all that it was to be read by: another file is another import.
  digest bytea primary key,
  units bigint not null,
  added bigint not null,
  changed bigint not null,
  unchanged bigint not null,
  refused bigint not null,
  -- How long the report was then: what was written after it belongs to products that were not.
  report_bytes bigint not null,
  started_at timestamptz not null default now()
);

-- Pictures that were fetched or read before, by their address or by their bytes, so that none is made twice.
create table import_picture (
  source bytea primary key,
  key text not null
);
