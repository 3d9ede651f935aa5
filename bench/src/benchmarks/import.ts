import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { insertProducts, type NewProduct } from '../../../server/src/catalog/products.sql.ts';
import { shopify } from '../../../server/src/exchange/shopify.rules.ts';
import { openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { type Benchmark, createRatioMeasurement, formatPerSecond, type Measurement } from '../measurement.ts';
import { createTemporaryFolder, startProgram } from '../processes.ts';
import { median, summarize } from '../statistics.ts';

const CLI = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const ROWS = 100_000;
const ROWS_WHEN_QUICK = 5000;
/** Products per statement, as in the import. */
const PRODUCTS_PER_STATEMENT = 250;
const MEMORY_SAMPLE_MS = 200;

const WORDS =
  'adire agbada basket beads bowl calabash carved clay coral drum gele indigo kente leather mask raffia'.split(' ');
const titleOf = (n: number): string => [0, 1, 2].map((m) => WORDS[(n * (m + 3) + m * 5) % WORDS.length]).join(' ');

/** Writes a product file with all columns of Shopify's format, without pictures. */
const writeProductFile = async (path: string, rows: number): Promise<void> => {
  const file = await open(path, 'w');
  await file.appendFile(`${shopify.header.join(',')}\n`);
  for (let first = 0; first < rows; first += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - first) }, (_, k) => {
      const n = first + k;
      const cells: Record<string, string> = {
        'URL handle': `thing-${n}`,
        Title: `${titleOf(n)} ${n}`,
        Description: `<p>${titleOf(n + 1)}, made by hand.</p><ul><li>${titleOf(n + 2)}</li><li>${titleOf(n + 3)}</li></ul>`,
        Vendor: 'Makers',
        Type: 'Things',
        Tags: WORDS[n % WORDS.length] ?? '',
        Status: 'active',
        SKU: `T-${n}`,
        Price: String(500 + (n % 90_000)),
        'Compare-at price': n % 5 === 0 ? String(1000 + (n % 90_000) * 2) : '',
        'Inventory tracker': 'shopify',
        'Inventory quantity': String(n % 40),
        'Weight value (grams)': String(100 + (n % 3000)),
      };
      return shopify.header.map((column) => `"${cells[column] ?? ''}"`).join(',');
    });
    await file.appendFile(`${lines.join('\n')}\n`);
  }
  await file.close();
};

/** Inserts a merchant for the import and one for the baseline, and a category. */
const insertMerchantsAndCategory = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`
    insert into merchant (id, slug, name, place, country, since, cover_key)
      values (1, 'import', 'Import', 'Lagos', 'NG', '2020-01-01', 'x'), (2, 'loop', 'Loop', 'Lagos', 'NG', '2020-01-01', 'x');
    insert into category values (1, 'things', 'All things', 0);
    insert into sub_category values (1, 1, 'some-things', 'Some things', 0);
    insert into sub_item values (1, 1, 1, 'things', 'Things', 0)`);
};

/** Resident memory of a process. @returns undefined if it has exited, and on systems other than Linux */
const readRssMegabytes = async (pid: number): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
};

/** Runs the import command, and samples its memory. */
const runImport = async (
  file: string,
  dataDir: string,
  { host, port, user, database }: EmbeddedPostgres['connection'],
): Promise<{ seconds: number; memory: number[] }> => {
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const startMs = performance.now();
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'development' };
  const program = startProgram(CLI, ['products', 'import', file, '--merchant', 'import'], env);
  const memory: number[] = [];
  let exited = false;
  const sampling = (async () => {
    for (; !exited; await wait(MEMORY_SAMPLE_MS)) {
      const megabytes = await readRssMegabytes(program.pid);
      if (megabytes !== undefined) memory.push(megabytes);
    }
  })();
  const [code] = await once(program.process, 'exit');
  exited = true;
  await sampling;
  if (code !== 0) throw new Error(`the import exited with ${code}`);
  return { seconds: (performance.now() - startMs) / 1000, memory };
};

/** Inserts the same rows with the same statement, without reading, checking or comparing products. */
const runInsertLoop = async (pool: pg.Pool, rows: number): Promise<number> => {
  const db = openDatabase(pool);
  const startMs = performance.now();
  for (let first = 0; first < rows; first += PRODUCTS_PER_STATEMENT) {
    const products = Array.from({ length: Math.min(PRODUCTS_PER_STATEMENT, rows - first) }, (_, k): NewProduct => {
      const n = first + k;
      return {
        slug: `thing-${n}`,
        sku: `T-${n}`,
        title: `${titleOf(n)} ${n}`,
        merchant_id: 2 as NewProduct['merchant_id'],
        sub_item_id: 1,
        category_id: 1,
        brand: 'Makers',
        own_brand: false,
        origin: 'Lagos',
        description: `${titleOf(n + 1)}, made by hand.\n\n- ${titleOf(n + 2)}\n- ${titleOf(n + 3)}`,
        warranty: null,
        keywords: [WORDS[n % WORDS.length] ?? ''],
        weight_grams: 100 + (n % 3000),
        price_kobo: (500 + (n % 90_000)) * 100,
        discount_percent: n % 5 === 0 ? 50 : 0,
        stock: n % 40,
        perishable: false,
        listed_at: '2026-01-01T00:00:00Z',
      };
    });
    await db.transaction().execute((trx) => insertProducts(trx, products));
  }
  return (performance.now() - startMs) / 1000;
};

/** The import of a large product file: its speed, and whether its memory grows with the file. */
export const productImport: Benchmark = async ({ quick }) => {
  const rows = quick ? ROWS_WHEN_QUICK : ROWS;
  const folder = await createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(postgres.connection, 1, (error) => process.stderr.write(`database: ${error.message}\n`));
  await migrate(pool);
  await insertMerchantsAndCategory(pool);
  const file = join(folder.path, 'products.csv');
  await writeProductFile(file, rows);
  const imported = await runImport(file, folder.path, postgres.connection);
  const loopSeconds = await runInsertLoop(pool, rows);
  const reimported = await runImport(file, folder.path, postgres.connection);
  await pool.end();
  await postgres.stop();
  await folder.remove();
  const medianMemory = (from: number, to: number) =>
    median(imported.memory.slice(Math.floor(imported.memory.length * from), Math.ceil(imported.memory.length * to)));
  // In the first half memory grows with Node's heap, for any size of the file.
  const [thirdQuarter, lastQuarter] = [medianMemory(0.5, 0.75), medianMemory(0.75, 1)];
  const rate = (seconds: number) => rows / seconds;
  const firstImport = summarize([{ shop: rate(imported.seconds), baseline: rate(loopSeconds) }]);
  const secondImport = summarize([{ shop: rate(reimported.seconds), baseline: rate(imported.seconds) }]);
  const formatMegabytes = (value: number) => `${value.toFixed(0)} MB`;
  const title = `${rows.toLocaleString('en')} new products, against their insert statements alone`;
  const measurements: Measurement[] = [
    createRatioMeasurement(title, firstImport, formatPerSecond, { min: 0.4 }),
    createRatioMeasurement('The same file again, against the first import', secondImport, formatPerSecond, { min: 1 }),
  ];
  if (process.platform === 'linux')
    measurements.push({
      name: 'Memory in the last quarter of the import, against the third',
      shop: formatMegabytes(lastQuarter),
      baseline: formatMegabytes(thirdQuarter),
      value: lastQuarter / thirdQuarter,
      unit: '×',
      target: { max: 1.15 },
    });
  return measurements;
};
