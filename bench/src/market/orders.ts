import type pg from 'pg';
import { createApiToken } from '../../../server/src/platform/api-tokens.ts';
import type { Database } from '../../../server/src/platform/database.ts';
import type { MerchantId } from '../../../server/src/platform/ids.ts';
import { runOnConnections } from './fill.ts';

/** Orders per statement. */
const BATCH = 25_000;
/** Has all orders but FEW. Lower ids are those of the demo market, which a server loads into an empty shop. */
export const LARGE_MERCHANT = 1001;
const SMALL_MERCHANT = 1002;
/** Orders of the small merchant, whatever the size. */
const FEW = 100;

/** The id of order `n`: hexadecimal digits are letters of order ids. */
const ID = 'upper(left(md5(n::text), 12))';
/** Evenly spread among the orders, so that both merchants have new and old ones. */
const merchantOf = (total: number) =>
  `case when n % ${total / FEW} = 0 then ${SMALL_MERCHANT} else ${LARGE_MERCHANT} end`;

const FIRST_NAMES =
  'Ada Bola Chidi Dayo Efe Femi Gozie Halima Ifeoma Jide Kemi Lanre Musa Ngozi Obi Sade Tunde Uche Wale Zainab';
const LAST_NAMES =
  'Abiola Balogun Chukwu Danjuma Eze Fashola Garba Hassan Igwe Jibril Kalu Lawal Mohammed Nwosu Okafor Popoola Sanni Taiwo Umar Yusuf';
const TITLES = [
  'Puna yam, three tubers',
  'Palm oil, five litres',
  'Ground egusi, one kilo',
  'Adire cloth, indigo, five yards',
  'Raffia basket with lid',
  'Shea butter, raw',
  'Cayenne pepper, dried',
  'Talking drum, goat skin',
  'Calabash bowl, carved',
  'Ofada rice, ten kilos',
];
const textArray = (texts: readonly string[]): string => `array['${texts.join("','")}']`;
const pick = (texts: readonly string[], by: string) =>
  `(${textArray(texts)})[1 + abs(hashint4(${by})) % ${texts.length}]`;
/** A name in ten orders and one in a hundred, whatever the size. */
const firstNameOf = (total: number) =>
  `case when n % ${total / 10} = 77 then 'Zebedee' when n % ${total / 100} = 7 then 'Olumide' else ${pick(FIRST_NAMES.split(' '), 'n')} end`;

/** Buyers have ten orders each. Lower ids are those of the demo accounts. */
const FIRST_BUYER = 100_001;
const buyersOf = (total: number) => total / 10;

/** At least so many orders are to be shipped. */
const MIN_TO_SHIP = 100;

/** The oldest order has the lowest number; one order in 30 seconds. Of the newest, half a percent are to be shipped, every second of them is late; of the others two percent are cancelled. */
const insertStatements = (total: number): readonly string[] => {
  const placed = `now() - (${total} - n) * interval '30 seconds'`;
  const isToShip = `n > ${total - Math.max(total * 0.005, MIN_TO_SHIP)}`;
  const shipBy = `case when ${isToShip} and n % 2 = 0 then now() + interval '1 day' else ${placed} end`;
  const status = `case when ${isToShip} then 'to_ship' when n % 50 = 3 then 'cancelled' else 'delivered' end`;
  return [
    `insert into shop_order (id, account_id, status, cancelled_for, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to,
       created_at, updated_at, expires_at)
     select ${ID}, ${FIRST_BUYER} + n % ${buyersOf(total)}, case ${status} when 'to_ship' then 'Paid' when 'cancelled' then 'Cancelled' else 'Delivered' end,
       case ${status} when 'cancelled' then 'shop' end, 900000, 100000, 0, 1000000, '\\x00', person, person || '{"phone_number": "+2348031234567",
         "address_line1": "4 Allen Avenue", "address_line2": "", "address_line3": "", "country": "Nigeria", "region": "Lagos", "city": "Ikeja", "postal_code": "100271"}',
       ${placed}, ${placed}, ${placed}
     from generate_series($1::integer, $2::integer) n,
       lateral (select jsonb_build_object('first_name', ${firstNameOf(total)}, 'last_name', ${pick(LAST_NAMES.split(' '), 'n * 7')}, 'email', 'a@mail.test') as person) people`,
    `insert into order_line (order_id, position, product_id, title, unit_kobo, quantity, discount_kobo, shipment_kobo, commission_kobo, merchant_id, cancelled_quantity)
     select ${ID}, position, position + 1, case position when 0 then ${pick(TITLES, 'n * 3')} else ${pick(TITLES, 'n * 11')} end,
       450000, 1, 0, 50000, 45000, ${merchantOf(total)}, case ${status} when 'cancelled' then 1 else 0 end
     from generate_series($1::integer, $2::integer) n, generate_series(0, 1) position`,
    `insert into fulfilment (id, order_id, merchant_id, status, sold_kobo, ship_by, created_at, updated_at)
     select ${ID} || '-1', ${ID}, ${merchantOf(total)}, ${status}, case ${status} when 'cancelled' then 0 else 900000 end, ${shipBy}, ${placed}, ${placed}
     from generate_series($1::integer, $2::integer) n`,
    `insert into parcel (id, fulfilment_id, carrier, tracking_number, shipped_at, delivered_at) overriding system value
     select n, ${ID} || '-1', 'dhl', 'JD' || lpad(n::text, 14, '0'), ${placed}, ${placed}
     from generate_series($1::integer, $2::integer) n where ${status} = 'delivered'`,
    `insert into parcel_line (parcel_id, position, quantity) select id, position, 1
     from parcel, generate_series(0, 1) position where id between $1 and $2`,
    `select add_fulfilment_terms(array(select ${ID} from generate_series($1::integer, $2::integer) n))`,
  ];
};

/** What a search for one order of the large merchant finds, whatever the size. */
export const someOrder = (total: number): { n: number; trackingNumber: string } => {
  const n = Math.floor(total / 2) + 1;
  return { n, trackingNumber: `JD${String(n).padStart(14, '0')}` };
};

/**
 * Fills a migrated database with paid orders of two merchants.
 * @returns the API tokens of the merchant with nearly all orders, and of the one with a hundred
 */
export const fillOrders = async (
  pool: pg.Pool,
  db: Database,
  total: number,
): Promise<{ large: string; small: string }> => {
  await pool.query(
    `insert into merchant (id, slug, name, place, country, since)
     select n, 'merchant-' || n, 'Merchant ' || n, 'Lagos', 'NG', '2024-01-01' from generate_series(${LARGE_MERCHANT}, ${SMALL_MERCHANT}) n`,
  );
  await pool.query(
    `insert into account (id, email, first_name, last_name, verified_at) overriding system value
     select ${FIRST_BUYER} + n, n || '@buyers.example', ${firstNameOf(total)}, ${pick(LAST_NAMES.split(' '), 'n * 7')}, now()
     from generate_series(0, ${buyersOf(total) - 1}) n`,
  );
  await pool.query('drop index fulfilment_term_key');
  const firsts = Array.from({ length: Math.ceil(total / BATCH) }, (_, n) => n * BATCH + 1);
  await runOnConnections(pool, firsts, async (client, first) => {
    for (const statement of insertStatements(total))
      await client.query(statement, [first, Math.min(first + BATCH - 1, total)]);
  });
  await pool.query(
    'create unique index fulfilment_term_key on fulfilment_term (merchant_id, term, created_at desc, fulfilment_id)',
  );
  await pool.query('vacuum (analyze, freeze)');
  const tokenOf = (merchantId: number) =>
    createApiToken(db, { merchantId: merchantId as MerchantId, name: 'bench', scope: 'read' });
  return { large: await tokenOf(LARGE_MERCHANT), small: await tokenOf(SMALL_MERCHANT) };
};
