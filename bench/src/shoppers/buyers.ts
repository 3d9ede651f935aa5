import type pg from 'pg';

/** A signed-in buyer with an address and two products in the cart, for one checkout. */
export type Buyer = {
  account: number;
  token: string;
  /** Hash of the token, which identifies the session, as PostgreSQL formats bytea. */
  session: string;
  email: string;
  address: string;
  first: number;
  second: number;
};

/** Higher than all other ids, so that these numbers have no other meaning in a recorded statement. */
const FIRST_ACCOUNT = 7_000_001;
/** Ids of the products that are bought; too large to be quantities, positions or percentages. */
const FIRST_PRODUCT = 151;
const PRODUCT_COUNT = 240;
/** The products with these ids, from 1, include those that are bought. */
export const SUPPLIED_PRODUCTS = 2000;
/** One of the first product, two of the second. */
export const PIECES_PER_CHECKOUT = 3;

/** The two products are of different merchants. */
export const MERCHANTS_PER_CHECKOUT = 2;

/** What a new buyer has in the cart, as the checkout sends it. */
export const cartItemsOf = ({ first, second }: Buyer): { product: number; quantity: number }[] => [
  { product: first, quantity: 1 },
  { product: second, quantity: 2 },
];

/** Adds so much stock that no checkout of the benchmark runs out of it. */
export const addStock = (db: pg.Pool): Promise<unknown> => db.query('update product set stock = stock + 1000000');

/** Creates buyers without orders. Their carts differ, so that they do not all wait for the lock of one product. */
export const addBuyers = async (db: pg.Pool, count: number): Promise<Buyer[]> => {
  const { rows } = await db.query<Buyer>(
    `with buyer as (
       select n as account, 'buyer-' || n || '@bench.example' as email, lpad(n::text, 43, 'b') as token,
         f.id as first, s.id as second
       from (select coalesce(max(id) filter (where id >= $1::integer), $1::integer - 1) as last from account) existing,
         lateral generate_series(last + 1, last + $2::integer) n
         join product f on f.id = $3::integer + n * 7 % $4::integer,
         lateral (
           select id from product where id >= $3::integer and id < $3::integer + $4::integer and merchant_id <> f.merchant_id
           order by id offset n % ($4::integer / 2) limit 1
         ) s
     ), new_account as (
       insert into account (id, email, first_name, last_name, verified_at) overriding system value
       select account, email, 'Ada', 'Obi', now() from buyer
     ), new_session as (
       insert into session (token_hash, merchant_token_hash, account_id, expires_at)
       select sha256(token::bytea), sha256(('merchant ' || token)::bytea), account, now() + interval '30 days' from buyer
     ), new_address as (
       insert into shipping_address (account_id, first_name, last_name, phone_number, line1, line2, line3, country_code,
         region_id, city_id, country, region, city, postal_code, is_default)
       select account, 'Ada', 'Obi', '+2348012345678', '7 Allen Avenue', '', '', 'NG', 1, 1, 'Nigeria', 'Lagos', 'Ikeja',
         '100271', true from buyer
       returning id, account_id
     ), new_cart as (
       insert into cart_line (account_id, product_id, line, quantity, title)
       select account, product_id, line, line, title from buyer
       cross join lateral (values (1, first), (2, second)) v (line, product_id) join product on product.id = product_id
     )
     select account, token, sha256(token::bytea)::text as session, email, id as address, first, second
     from buyer join new_address on account_id = account order by account`,
    [FIRST_ACCOUNT, count, FIRST_PRODUCT, PRODUCT_COUNT],
  );
  return rows;
};

/** Makes `secret` the one that signs the sandbox's webhooks. Demo orders have created another one. */
export const setPaymentSecret = async (pool: pg.Pool, secret: string): Promise<void> => {
  await pool.query(
    'insert into sandbox_provider (secret) values ($1) on conflict (only_one) do update set secret = $1',
    [secret],
  );
};
