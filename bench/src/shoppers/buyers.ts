import type pg from 'pg';

/** Somebody who is signed in, has an address and two products in the cart, and may check out once. */
export type Buyer = {
  account: number;
  token: string;
  /** Hash of the token, under which the session is kept, as PostgreSQL writes bytes. */
  session: string;
  email: string;
  address: string;
  first: number;
  second: number;
};

/** Above all that the shop gave, so that none of these numbers is also something else in a recorded statement. */
const FIRST_ACCOUNT = 7_000_001;
/** Products that are bought; these numbers are no quantities, positions or percentages. */
const FIRST_PRODUCT = 151;
const PRODUCTS = 240;
/** One of the first product, two of the second. */
export const PIECES = 3;

/** Lets no cart fail for want of stock, however long the bench sells. */
export const fillShelves = (db: pg.Pool): Promise<unknown> => db.query('update product set stock = stock + 1000000');

/** Makes buyers who never bought; their carts differ, so that not all of them wait for the same product. */
export const addBuyers = async (db: pg.Pool, count: number): Promise<Buyer[]> => {
  const { rows } = await db.query<Buyer>(
    `with made as (
       select n as account, 'buyer-' || n || '@bench.example' as email, lpad(n::text, 43, 'b') as token,
         $3::integer + n * 7 % $4::integer as first, $3::integer + (n * 7 + 1 + n % ($4::integer - 1)) % $4::integer as second
       from (select coalesce(max(id) filter (where id >= $1::integer), $1::integer - 1) as last from account) known,
         lateral generate_series(last + 1, last + $2::integer) n
     ), new_account as (
       insert into account (id, email, first_name, last_name, verified_at) overriding system value
       select account, email, 'Ada', 'Obi', now() from made
     ), new_session as (
       insert into session (token_hash, merchant_token_hash, account_id, expires_at)
       select sha256(token::bytea), sha256(('merchant ' || token)::bytea), account, now() + interval '30 days' from made
     ), new_address as (
       insert into shipping_address (account_id, first_name, last_name, phone_number, line1, line2, line3, country_code,
         region_id, city_id, country, region, city, postal_code, is_default)
       select account, 'Ada', 'Obi', '+2348012345678', '7 Allen Avenue', '', '', 'NG', 1, 1, 'Nigeria', 'Lagos', 'Ikeja',
         '100271', true from made
       returning id, account_id
     ), new_cart as (
       insert into cart_line (account_id, product_id, line, quantity, title)
       select account, product_id, line, line, title from made
       cross join lateral (values (1, first), (2, second)) v (line, product_id) join product on product.id = product_id
     )
     select account, token, sha256(token::bytea)::text as session, email, id as address, first, second
     from made join new_address on account_id = account order by account`,
    [FIRST_ACCOUNT, count, FIRST_PRODUCT, PRODUCTS],
  );
  return rows;
};
