-- The wallets become part of the ledger. `wallet_entry` is a view of it, with the columns that releases before 1.1 read and write.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

lock table wallet_entry in access exclusive mode;

insert into wallet (account_id) select distinct account_id from wallet_entry;

-- The other account of an entry: orders use and return credit of the deposits, refunds are paid to the wallet instead of the card, and
-- everything else is a gift of the shop.
create function wallet_counter_account(cause text) returns text language sql immutable
  return case when starts_with(cause, 'order ') then 'deposits' when starts_with(cause, 'refund ') then 'refunds' else 'goodwill' end;

insert into ledger_transaction (kind, cause, order_id, created_at)
  select 'wallet ' || kind, cause, order_id, created_at from wallet_entry order by created_at, account_id, n;
insert into ledger_entry (transaction_id, line, account, wallet_id, wallet_n, wallet_balance_kobo, amount_kobo)
  select t.id, 1, 'wallet', w.id, e.n, e.balance_kobo, -e.amount_kobo
  from wallet_entry e join ledger_transaction t using (cause) join wallet w using (account_id);
insert into ledger_entry (transaction_id, line, account, amount_kobo)
  select t.id, 2, wallet_counter_account(e.cause), e.amount_kobo
  from wallet_entry e join ledger_transaction t using (cause);

drop table wallet_entry;
drop function wallet_is_append_only();

create view wallet_entry as
  select w.account_id, e.wallet_n as n, -e.amount_kobo as amount_kobo, e.wallet_balance_kobo as balance_kobo,
    substr(t.kind, length('wallet ') + 1) as kind, t.order_id, t.cause, t.created_at, e.previous_n, e.previous_balance_kobo
  from wallet w join ledger_entry e on e.wallet_id = w.id join ledger_transaction t on t.id = e.transaction_id
  where w.account_id is not null;

create function write_wallet_entry() returns trigger language plpgsql as $$
declare
  wallet_id integer;
  transaction_id bigint;
begin
  insert into wallet (account_id) values (new.account_id) on conflict do nothing;
  select id into wallet_id from wallet where account_id = new.account_id;
  insert into ledger_transaction (kind, cause, order_id) values ('wallet ' || new.kind, new.cause, new.order_id)
    returning id into transaction_id;
  insert into ledger_entry (transaction_id, line, account, wallet_id, wallet_n, wallet_balance_kobo, amount_kobo) values
    (transaction_id, 1, 'wallet', wallet_id, new.n, new.balance_kobo, -new.amount_kobo),
    (transaction_id, 2, wallet_counter_account(new.cause), null, null, null, new.amount_kobo);
  return new;
end $$;
create trigger write_wallet_entry instead of insert on wallet_entry for each row execute function write_wallet_entry();

-- The balance of a deleted account is forfeited (docs/decisions/wallet.md).
create function forfeit_wallet() returns trigger language plpgsql as $$
declare
  last record;
  transaction_id bigint;
begin
  select e.wallet_id, e.wallet_n, e.wallet_balance_kobo into last
    from wallet w join ledger_entry e on e.wallet_id = w.id where w.account_id = old.id order by e.wallet_n desc limit 1;
  if last.wallet_balance_kobo > 0 then
    insert into ledger_transaction (kind, cause) values ('wallet forfeited', 'forfeited ' || last.wallet_id) returning id into transaction_id;
    insert into ledger_entry (transaction_id, line, account, wallet_id, wallet_n, wallet_balance_kobo, amount_kobo) values
      (transaction_id, 1, 'wallet', last.wallet_id, last.wallet_n + 1, 0, last.wallet_balance_kobo),
      (transaction_id, 2, 'forfeited', null, null, null, -last.wallet_balance_kobo);
  end if;
  return old;
end $$;
create trigger forfeit_wallet before delete on account for each row execute function forfeit_wallet();
