import type pg from 'pg';
import { Passwords } from '../../../server/src/account/passwords.ts';
import { isRefused } from '../../../server/src/platform/refusal.ts';

/** Who can log in. */
export type Person = { email: string; password: string };
const PASSWORD = 'palm wine at dusk';

/** Makes verified accounts with a hash as the shop makes it. One hash for all: to check it takes as long as any other. */
export const addPeople = async (db: pg.Pool, count: number): Promise<Person[]> => {
  const hash = await new Passwords().hash(PASSWORD);
  if (isRefused(hash)) throw new Error('a queue of one is full');
  const { rows } = await db.query<{ email: string }>(
    `insert into account (email, first_name, last_name, verified_at, password_hash)
     select 'person-' || n || '@bench.example', 'Ada', 'Obi', now(), $2 from generate_series(1, $1::integer) n
     returning email`,
    [count, hash],
  );
  return rows.map(({ email }) => ({ email, password: PASSWORD }));
};
