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
import { aSecond, type Figure, type Part, ratioFigure } from '../measurement.ts';
import { startProgram, temporaryFolder } from '../processes.ts';
import { compare, median } from '../statistics.ts';

const CLI = fileURLToPath(new URL('@sokuwa/cli/main.ts', import.meta.url));
const ROWS = 100_000;
const ROWS_WHEN_QUICK = 5000;
/** Products a statement, as the import writes them. */
const BATCH = 250;
/** Milliseconds between two looks at the import's memory. */
const LOOK = 200;

const WORDS =
  'adire agbada basket beads bowl calabash carved clay coral drum gele indigo kente leather mask raffia'.split(' ');
const titleOf = (n: number): string => [0, 1, 2].map((m) => WORDS[(n * (m + 3) + m * 5) % WORDS.length]).join(' ');

/** Writes a product file as Shopify does: all its columns, no pictures. */
const writeFile = async (path: string, rows: number): Promise<void> => {
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

/** A merchant for each side, and one category. */
const insertPlaces = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`
    insert into merchant (id, slug, name, place, country, since, cover_key)
      values (1, 'import', 'Import', 'Lagos', 'NG', '2020-01-01', 'x'), (2, 'loop', 'Loop', 'Lagos', 'NG', '2020-01-01', 'x');
    insert into category values (1, 'things', 'All things', 0);
    insert into sub_category values (1, 1, 'some-things', 'Some things', 0);
    insert into sub_item values (1, 1, 1, 'things', 'Things', 0)`);
};

/** Megabytes that a process holds now; undefined once it is gone, and where the system does not tell. */
const memoryOf = async (pid: number): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
};

/** Runs the operator's command, and looks at its memory meanwhile. */
const runImport = async (
  file: string,
  dataDir: string,
  { host, port, user, database }: EmbeddedPostgres['connection'],
): Promise<{ seconds: number; memory: number[] }> => {
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const began = performance.now();
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'development' };
  const program = startProgram(CLI, ['products', 'import', file, '--merchant', 'import'], env);
  const memory: number[] = [];
  let ended = false;
  const looking = (async () => {
    for (; !ended; await wait(LOOK)) {
      const now = await memoryOf(program.pid);
      if (now !== undefined) memory.push(now);
    }
  })();
  const [code] = await once(program.process, 'exit');
  ended = true;
  await looking;
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, memory };
};

/** The same rows by the same statement, from memory, with nothing read, checked, compared or remembered. */
const runLoop = async (pool: pg.Pool, rows: number): Promise<number> => {
  const db = openDatabase(pool);
  const began = performance.now();
  for (let first = 0; first < rows; first += BATCH) {
    const products = Array.from({ length: Math.min(BATCH, rows - first) }, (_, k): NewProduct => {
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
        listed_at: '2026-01-01T00:00:00Z',
      };
    });
    await db.transaction().execute((trx) => insertProducts(trx, products));
  }
  return (performance.now() - began) / 1000;
};

/** A large product file brought in by the operator's command: how fast, and whether its memory grows with the file. */
export const productImport: Part = async ({ quick }) => {
  const rows = quick ? ROWS_WHEN_QUICK : ROWS;
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(postgres.connection, 1, (error) => process.stderr.write(`database: ${error.message}\n`));
  await migrate(pool);
  await insertPlaces(pool);
  const file = join(folder.path, 'products.csv');
  await writeFile(file, rows);
  const imported = await runImport(file, folder.path, postgres.connection);
  const loop = await runLoop(pool, rows);
  const again = await runImport(file, folder.path, postgres.connection);
  await pool.end();
  await postgres.stop();
  await folder.remove();
  const part = (from: number, to: number) =>
    median(imported.memory.slice(Math.floor(imported.memory.length * from), Math.ceil(imported.memory.length * to)));
  // Before that Node still takes what it likes to have, whatever the file's size.
  const [before, end] = [part(0.5, 0.75), part(0.75, 1)];
  const rate = (seconds: number) => rows / seconds;
  const compared = compare([{ ours: rate(imported.seconds), theirs: rate(loop) }]);
  const repeated = compare([{ ours: rate(again.seconds), theirs: rate(imported.seconds) }]);
  const megabytes = (value: number) => `${value.toFixed(0)} MB`;
  const figures: Figure[] = [
    ratioFigure(`${rows.toLocaleString('en')} new products, held against the bare statement`, compared, aSecond, {
      least: 0.4,
    }),
    ratioFigure('The same file once more, held against the first time', repeated, aSecond, { least: 1 }),
  ];
  if (process.platform === 'linux')
    figures.push({
      name: 'Memory in the last quarter, held against the quarter before',
      ours: megabytes(end),
      theirs: megabytes(before),
      value: end / before,
      unit: '×',
      bar: { most: 1.15 },
    });
  return figures;
};
