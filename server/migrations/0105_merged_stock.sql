-- Whether the pieces of a merged product were added to those of the product that it is merged into: then pieces of cancelled orders go there too.
alter table merged_product add column adds_stock boolean not null default false;
