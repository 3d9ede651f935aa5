-- The accounts' wallets, as append-only ledgers. Each entry has the balance after it, and a foreign key to the previous
-- entry with the balance before it, so that a balance always equals the sum of the entries (docs/decisions/wallet.md).

create table wallet_entry (
  account_id integer not null references account on delete cascade,
  -- 1, 2, 3, … in each wallet.
  n integer not null check (n > 0),
  amount_kobo bigint not null check (amount_kobo <> 0),
  balance_kobo bigint not null check (balance_kobo >= 0),
  previous_n integer generated always as (case when n > 1 then n - 1 end) stored,
  previous_balance_kobo bigint generated always as (case when n > 1 then balance_kobo - amount_kobo end) stored,
  kind text not null check (kind in ('refund', 'credit', 'use')),
  order_id text references shop_order,
  -- Unique per money movement, so that a retry adds no second entry.
  cause text not null unique,
  created_at timestamptz not null default now(),
  primary key (account_id, n),
  unique (account_id, n, balance_kobo),
  foreign key (account_id, previous_n, previous_balance_kobo) references wallet_entry (account_id, n, balance_kobo),
  check (n > 1 or balance_kobo = amount_kobo)
);

create function wallet_is_append_only() returns trigger language plpgsql as $$
begin
  -- Entries are deleted only together with their account.
  if tg_op = 'DELETE' and not exists (select from account where id = old.account_id) then return old; end if;
  raise exception 'wallet entries are never changed; add one that balances it';
end $$;
create trigger wallet_is_append_only before update or delete on wallet_entry for each row
  execute function wallet_is_append_only();
