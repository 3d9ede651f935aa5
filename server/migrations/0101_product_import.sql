-- Imports of product files by merchants in the desk (docs/decisions/product-imports.md).

create table product_import (
  id integer generated always as identity primary key,
  merchant_id integer not null references merchant on delete cascade,
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done', 'cancelled', 'failed')),
  file_name text not null,
  -- The cells of the first line.
  header jsonb not null,
  -- The column of each field, from 0.
  columns jsonb not null,
  set_stock boolean not null default false,
  -- Lines with a product.
  lines integer not null check (lines > 0),
  -- The line of the file up to which the import has come.
  last_line integer not null default 0,
  created integer not null default 0 check (created >= 0),
  changed integer not null default 0 check (changed >= 0),
  unchanged integer not null default 0 check (unchanged >= 0),
  refused integer not null default 0 check (refused >= 0),
  remarks integer not null default 0 check (remarks >= 0),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (created + changed + unchanged + refused <= lines),
  check (state <> 'done' or created + changed + unchanged + refused = lines),
  check ((finished_at is null) = (state in ('uploaded', 'running')))
);
create index on product_import (merchant_id, id);
create index on product_import (created_at);
create unique index product_import_running on product_import (merchant_id) where state = 'running';
create unique index product_import_uploaded on product_import (merchant_id) where state = 'uploaded';

-- The lines of the file. Those of products that were imported without a remark keep only the product, by which a later line of the same
-- product is found.
create table product_import_line (
  import_id integer not null references product_import on delete cascade,
  -- The number of the line in the file.
  line integer not null,
  cells jsonb,
  product_id integer,
  problems jsonb,
  primary key (import_id, line)
);
create index on product_import_line (import_id, product_id);
