-- A merchant's statement of some days reads only the entries of these days.

-- Wallets are used meanwhile: it gives up before PostgreSQL looks for deadlocks, and is tried again.
set local lock_timeout = '500ms';

-- As in the transaction, which is inserted in the same transaction of the database.
alter table ledger_entry add column created_at timestamptz not null default now();
alter table ledger_entry disable trigger ledger_is_append_only;
update ledger_entry e set created_at = t.created_at from ledger_transaction t where t.id = e.transaction_id;
alter table ledger_entry enable trigger ledger_is_append_only;

-- They replace those without the time. With the amount, a balance is read from the index alone.
create index ledger_entry_of_merchant on ledger_entry (merchant_id, created_at, transaction_id) include (amount_kobo)
  where account = 'merchant';
create index ledger_entry_payable_of_merchant on ledger_entry (merchant_id, created_at, transaction_id) include (account, amount_kobo)
  where account in ('payable', 'payouts');
drop index ledger_entry_merchant_id_transaction_id_idx;
drop index ledger_entry_payable;
