import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Encryption } from '../../../server/src/platform/encryption.ts';

/** Higher than the ids of the demo market. */
const FIRST_MERCHANT = 100_001;
/** Released sales of each merchant, of 1,000 naira each. */
const SALES = 20;
const KOBO_PER_SALE = 100_000;
const ENTRIES = `(1, 'clearing', null, ${KOBO_PER_SALE}), (2, 'payable', t.merchant_id, -${KOBO_PER_SALE})`;

/** Adds merchants with verified bank accounts, and with sales that can be paid to them. */
export const fillPayees = async (pool: pg.Pool, encryption: Encryption, merchants: number): Promise<void> => {
  await pool.query(
    `insert into merchant (id, slug, name, place, country, since)
     select n, 'payee-' || n, 'Payee ' || n, 'Lagos', 'NG', '2024-01-01' from generate_series($1::integer, $2::integer) n`,
    [FIRST_MERCHANT, FIRST_MERCHANT + merchants - 1],
  );
  const accounts = Array.from({ length: merchants }, (_, n) => {
    const id = randomUUID();
    const accountNumber = String(1_000_000_000 + n);
    const details = { bankCode: '057', accountNumber, accountName: `Payee ${n}` };
    return {
      id,
      merchant_id: FIRST_MERCHANT + n,
      details: encryption.encrypt(JSON.stringify(details), `bank_account.details ${id}`),
      last_digits: accountNumber.slice(-4),
    };
  });
  await pool.query(
    `insert into bank_account (id, merchant_id, details, last_digits, effective_at)
     select id, merchant_id, details, last_digits, now() from jsonb_to_recordset($1)
       a (id uuid, merchant_id integer, details text, last_digits text)`,
    [JSON.stringify(accounts)],
  );
  await pool.query(
    `with t as (
       insert into ledger_transaction (kind, cause)
       select 'benchmark', 'benchmark ' || m || ' ' || n
       from generate_series($1::integer, $2::integer) m, generate_series(1, ${SALES}) n
       returning id, split_part(cause, ' ', 2)::integer as merchant_id
     )
     insert into ledger_entry (transaction_id, line, account, merchant_id, amount_kobo)
     select t.id, e.line, e.account, e.merchant_id, e.kobo from t, lateral (values ${ENTRIES}) e (line, account, merchant_id, kobo)`,
    [FIRST_MERCHANT, FIRST_MERCHANT + merchants - 1],
  );
  await pool.query('vacuum (analyze)');
};
