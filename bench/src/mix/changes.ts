// A program that changes the market as merchants do: prices, stock and new products. Argument 1 is the connection to the
// database, 2 the number of products that must not change (ids from 1), 3 the number of products.
import { kobo } from '@sokuwa/contract/money.ts';
import { changePrice, changeStock } from '../../../server/src/catalog/catalog.service.ts';
import { insertPictures, insertProducts, type NewProduct } from '../../../server/src/catalog/products.sql.ts';
import { openDatabase, openPool, runInTransaction } from '../../../server/src/platform/database.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { createRandom } from '../market/random.ts';
import { handleTasks } from '../tasks.ts';
import type { ChangesResult } from './changes.task.ts';

const PRICES_PER_SECOND = 10;
const STOCKS_PER_SECOND = 5;
const NEW_PRODUCTS_PER_SECOND = 1;
const SEED = 16;

const [, , connection = '', firstText, productsText] = process.argv;
const first = Number(firstText) + 1;
const products = Number(productsText);
const random = createRandom(SEED);
const pool = openPool(JSON.parse(connection), 3, (error) => process.stderr.write(`changes: ${error.message}\n`));
const db = openDatabase(pool);
const result: ChangesResult = { prices: 0, stocks: 0, products: 0 };

const CHANGING = { dryRun: false, act: { actor: 'benchmark' } };

const pickProduct = (): ProductId => (first + random.integerBelow(products - first)) as ProductId;

const newPrice = async (): Promise<void> => {
  const price_kobo = kobo(100_000 + random.integerBelow(20_000) * 100);
  const discount_percent = random.next() < 0.3 ? 5 * random.integerBelow(8) : undefined;
  if (await changePrice(db, pickProduct(), { price_kobo, discount_percent }, CHANGING)) result.prices++;
};

/** A tenth of the products becomes sold out; they come back with the next change. */
const newStock = async (): Promise<void> => {
  const to = random.next() < 0.1 ? 0 : 1 + random.integerBelow(200);
  if (await changeStock(db, pickProduct(), { to }, CHANGING)) result.stocks++;
};

/** Another product like an existing one, as an import writes it. */
const newProduct = (): Promise<void> =>
  runInTransaction(db, { dryRun: false }, async (trx) => {
    const model = await trx.selectFrom('product').selectAll().where('id', '=', pickProduct()).executeTakeFirst();
    if (!model) return;
    const now = new Date();
    const copy: NewProduct = {
      ...model,
      slug: `${model.slug}-${process.pid}-${result.products}`,
      sku: null,
      listed_at: now.toISOString(),
    };
    const [added] = await insertProducts(trx, [copy]);
    if (!added) throw new Error('no product was inserted');
    const pictures = await trx.selectFrom('product_picture').selectAll().where('product_id', '=', model.id).execute();
    await insertPictures(
      trx,
      pictures.map(({ key, alt, position }) => ({ product_id: added.id, position, key, alt })),
    );
    result.products++;
  });

/** Starts a change every so often, whether the previous one is finished or not. */
const repeat = (perSecond: number, change: () => Promise<void>): void => {
  setInterval(() => {
    change().catch((error: unknown) => {
      process.stderr.write(`changes: ${error}\n`);
      process.exit(1);
    });
  }, 1000 / perSecond);
};

repeat(PRICES_PER_SECOND, newPrice);
repeat(STOCKS_PER_SECOND, newStock);
repeat(NEW_PRODUCTS_PER_SECOND, newProduct);
handleTasks(async () => result);
