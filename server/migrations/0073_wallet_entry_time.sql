-- An entry that is written into the view can have an earlier time, as the transactions of the ledger can. Releases before 1.1 name none.
create or replace function write_wallet_entry() returns trigger language plpgsql as $$
declare
  wallet_id integer;
  transaction_id bigint;
begin
  insert into wallet (account_id) values (new.account_id) on conflict do nothing;
  select id into wallet_id from wallet where account_id = new.account_id;
  insert into ledger_transaction (kind, cause, order_id, created_at)
    values ('wallet ' || new.kind, new.cause, new.order_id, coalesce(new.created_at, now()))
    returning id into transaction_id;
  insert into ledger_entry (transaction_id, line, account, wallet_id, wallet_n, wallet_balance_kobo, amount_kobo, created_at)
  values
    (transaction_id, 1, 'wallet', wallet_id, new.n, new.balance_kobo, -new.amount_kobo, coalesce(new.created_at, now())),
    (transaction_id, 2, wallet_counter_account(new.cause), null, null, null, new.amount_kobo, coalesce(new.created_at, now()));
  return new;
end $$;
