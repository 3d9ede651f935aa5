-- Refunds in the sandbox, several per payment. Those before release 1.1 are in sandbox_payment.
create table sandbox_refund (
  reference text not null references sandbox_payment on delete cascade,
  n integer not null check (n > 0),
  amount bigint not null check (amount > 0),
  note text,
  created_at timestamptz not null default now(),
  primary key (reference, n)
);
