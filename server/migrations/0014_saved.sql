-- Saved products, followed sellers, recently viewed products, and mails about saved products.

create table saved_item (
  account_id integer not null references account on delete cascade,
  product_id integer not null references product on delete cascade,
  saved_at timestamptz not null default clock_timestamp(),
  -- Price and availability when it was saved or last mailed. A lower price or a restock causes a mail.
  known_kobo bigint not null,
  known_in_stock boolean not null,
  -- Since when a mail is due; null when none is.
  changed_at timestamptz,
  primary key (account_id, product_id)
);
create index on saved_item (product_id);
create index saved_item_to_tell on saved_item (account_id) where changed_at is not null;

create table followed_seller (
  account_id integer not null references account on delete cascade,
  merchant_id integer not null references merchant on delete cascade,
  followed_at timestamptz not null default clock_timestamp(),
  primary key (account_id, merchant_id)
);
create index on followed_seller (merchant_id);

-- Number of followers per seller, to avoid counting. A separate table, because updates of merchant invalidate cached responses.
create table merchant_followers (
  merchant_id integer primary key references merchant on delete cascade,
  followers integer not null check (followers >= 0)
);
-- Updates in the order of ids, so that concurrent deletions of accounts that follow several sellers do not deadlock.
create function count_followers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into merchant_followers as kept
      select merchant_id, count(*) from changed group by merchant_id order by merchant_id
      on conflict (merchant_id) do update set followers = kept.followers + excluded.followers;
  else
    perform from merchant_followers where merchant_id in (select merchant_id from changed)
      order by merchant_id for no key update;
    update merchant_followers kept set followers = kept.followers - gone.n
      from (select merchant_id, count(*) as n from changed group by merchant_id) gone
      where kept.merchant_id = gone.merchant_id;
  end if;
  return null;
end $$;
create trigger seller_followed after insert on followed_seller referencing new table as changed
  for each statement execute function count_followers();
create trigger seller_unfollowed after delete on followed_seller referencing old table as changed
  for each statement execute function count_followers();

create table viewed_product (
  account_id integer not null references account on delete cascade,
  product_id integer not null references product on delete cascade,
  viewed_at timestamptz not null,
  primary key (account_id, product_id)
);
create index on viewed_product (product_id);

create table saved_notes (
  account_id integer primary key references account on delete cascade,
  enabled boolean not null default true,
  -- The token of the unsubscribe link in mails; it permits nothing else.
  unsubscribe_token text not null unique,
  sent_at timestamptz
);

-- Products that were sold out, restocked or became cheaper, for the job that sends the mails. A queue, so that orders do not
-- wait for locks on saved items.
create table saved_change (
  n bigint generated always as identity primary key,
  product_id integer not null,
  sold_out boolean not null,
  at timestamptz not null default clock_timestamp()
);
create function saved_product_changed() returns trigger language plpgsql as $$
begin
  if exists (select from saved_item where product_id = new.id) then
    insert into saved_change (product_id, sold_out) values (new.id, new.stock = 0);
  end if;
  return null;
end $$;
create trigger saved_product_changed after update on product for each row
  when ((old.stock > 0) is distinct from (new.stock > 0) or new.sale_kobo < old.sale_kobo)
  execute function saved_product_changed();
