// Adds products to carts with only the SQL that this needs, over as many connections as the shop has, and ignores the
// rows: the session, the lock of the account, the line if the stock covers it, and the whole cart.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { runConcurrently } from '../concurrency.ts';
import type { CartAddition, CartAdditionsResult, CartAdditionsTask } from '../load/cart-additions.task.ts';
import { handleTasks } from '../tasks.ts';

const [connection = '{}', connections = '10'] = process.argv.slice(2);
// Connections stay open, because the CPU time of a closed one cannot be read.
const pool = new pg.Pool({
  ...(JSON.parse(connection) as pg.ClientConfig),
  max: Number(connections),
  idleTimeoutMillis: 0,
});

const SESSION = 'select account_id, expires_at from session where token_hash = $1 and expires_at > now()';
const LOCK = 'select id from account where id = $1 for no key update';
const ADD = `
  insert into cart_line as c (account_id, product_id, line, quantity, title)
  select $1, id, (select coalesce(max(line), 0) + 1 from cart_line where account_id = $1), 1, title
  from product where id = $2 and stock >= 1
  on conflict (account_id, product_id) do update set quantity = c.quantity + 1
    where c.quantity < (select stock from product where id = $2)`;
const CART = `
  select c.line, c.product_id, c.quantity, coalesce(p.title, c.title) as title, p.weight_grams, p.sale_kobo,
    p.stock + coalesce((
      select sum(l.quantity) from shop_order o join order_line l on l.order_id = o.id
      where o.status = 'Pending' and o.account_id = c.account_id and l.product_id = c.product_id), 0) as stock,
    (select key from product_picture where product_id = p.id order by position limit 1) as picture_key
  from cart_line c left join product p on p.id = c.product_id where c.account_id = $1 order by c.line`;

const add = async ({ account, token, product }: CartAddition): Promise<void> => {
  const hash = createHash('sha256').update(token).digest();
  await pool.query({ name: 'session', text: SESSION, values: [hash] });
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'lock', text: LOCK, values: [account] });
    await client.query({ name: 'add', text: ADD, values: [account, product] });
    await client.query({ name: 'cart', text: CART, values: [account] });
    await client.query('commit');
  } finally {
    client.release();
  }
};

const run = async ({ additions, concurrency }: CartAdditionsTask): Promise<CartAdditionsResult> => ({
  seconds: await runConcurrently(concurrency, additions, add),
});

handleTasks(run);
