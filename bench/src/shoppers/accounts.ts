import type pg from 'pg';
import { Passwords } from '../../../server/src/account/passwords.ts';
import { isRefused } from '../../../server/src/platform/refusal.ts';

export type Credentials = { email: string; password: string };
const PASSWORD = 'palm wine at dusk';

/** Creates verified accounts. They share one password hash, which takes as long to check as any other. */
export const addAccounts = async (db: pg.Pool, count: number): Promise<Credentials[]> => {
  const hash = await new Passwords().hash(PASSWORD);
  if (isRefused(hash)) throw new Error('the password queue is full');
  const { rows } = await db.query<{ email: string }>(
    `insert into account (email, first_name, last_name, verified_at, password_hash)
     select 'person-' || n || '@bench.example', 'Ada', 'Obi', now(), $2 from generate_series(1, $1::integer) n
     returning email`,
    [count, hash],
  );
  return rows.map(({ email }) => ({ email, password: PASSWORD }));
};
