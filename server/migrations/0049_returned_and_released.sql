-- What of a line was returned, and what of it the merchant can be paid for; and products that spoil, which are returned within a day.

-- It locks several tables of the shop, so it gives up before PostgreSQL looks for deadlocks: it is tried again instead of ending a request.
set local lock_timeout = '500ms';

alter table product add column perishable boolean not null default false;

alter table order_line
  -- As the product was when the order was placed.
  add column perishable boolean not null default false,
  add column returned_quantity integer not null default 0 check (returned_quantity >= 0),
  -- Pieces that cannot be returned any more, and for which the merchant is paid.
  add column released_quantity integer not null default 0 check (released_quantity >= 0),
  add constraint order_line_pieces check (cancelled_quantity + returned_quantity + released_quantity <= quantity);

-- The amounts of pieces that were taken out of the sale follow from the pieces that were taken before them
-- (docs/decisions/ledger.md), so each step is kept.
create table taken_pieces (
  order_id text not null,
  position smallint not null,
  -- How many pieces of the line were taken before.
  first_piece integer not null check (first_piece >= 0),
  quantity integer not null check (quantity > 0),
  kind text not null check (kind in ('cancelled', 'returned', 'released')),
  taken_at timestamptz not null default now(),
  primary key (order_id, position, first_piece),
  foreign key (order_id, position) references order_line on delete cascade
);
insert into taken_pieces (order_id, position, first_piece, quantity, kind)
  select order_id, position, 0, cancelled_quantity, 'cancelled' from order_line where cancelled_quantity > 0;

-- `payable`: what a merchant can be paid. `payouts`: what was sent to merchants and has not arrived yet. `fees`: what transfers cost.
alter table ledger_entry
  drop constraint ledger_entry_account_check,
  add constraint ledger_entry_account_check check (account in (
    'clearing', 'bank', 'wallet', 'deposits', 'held', 'merchant', 'payable', 'payouts', 'fees', 'commission', 'shipping', 'promotions',
    'goodwill', 'refunds', 'disputes', 'forfeited', 'rounding')),
  drop constraint ledger_entry_check3,
  add constraint ledger_entry_merchant_check check (account in ('merchant', 'payable', 'payouts') or merchant_id is null);
create index ledger_entry_payable on ledger_entry (merchant_id, transaction_id) where account in ('payable', 'payouts');
