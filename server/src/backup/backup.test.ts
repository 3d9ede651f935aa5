import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Connection, openDatabase, openPool } from '../platform/database.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { migrate } from '../platform/migrations.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { samplePicture } from '../ports/media/media.suite.ts';
import { type Buyer, createBuyer } from '../testing/buyer.ts';
import { TEMPLATE } from '../testing/database.setup.ts';
import { createShopper } from '../testing/messages.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { type Entry, readArchive, writeArchive } from './archive.ts';
import { createBackup } from './backup.service.ts';
import { listTables } from './database.sql.ts';
import { type Manifest, manifestSchema } from './manifest.ts';
import { restore } from './restore.service.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const PICTURE = 'products/yam-front-1a2b3c4d';
/** What COPY has to write in another way than it is. */
const ODD = 'Line\nfeed, tab\t, \\backslash, \\N, \\., ọ̀ and 🍠\r';
const quiet = () => undefined;

let folder: string;
let shop: TestShop;
let yam: number;
let buyer: Buyer;
let paid: { id: string; reference: string };
/** A backup of the shop. */
let file: string;

const open = (database: string): pg.Pool => openPool({ ...inject('database'), database }, 1, quiet);
const asAdmin = async (statement: string) => {
  const admin = open('postgres');
  await admin.query(statement);
  await admin.end();
};

/** A shop that was never used: its database and its pictures, and an end of both. */
const openEmpty = async (template = TEMPLATE) => {
  const database = `restored_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(`create database ${database} template ${template}`);
  const pool = open(database);
  const media = new DiskMedia(join(folder, database));
  const end = async () => {
    if (!pool.ended) await pool.end();
    await asAdmin(`drop database if exists ${database} with (force)`);
  };
  onTestFinished(end);
  return { pool, media, database };
};

/** Every row of every table as text, by table; and what makes the tables what they are. */
const contents = async (pool: pg.Pool) => {
  const client = await pool.connect();
  const found: Record<string, unknown[]> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  const looks = {
    sequences: 'select sequencename, last_value::text from pg_sequences where schemaname = $$public$$ order by 1',
    indexes: 'select indexname, indexdef from pg_indexes where schemaname = $$public$$ order by 1',
    constraints:
      'select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint where connamespace = $$public$$::regnamespace and contype <> $$n$$ order by 1, 2',
    triggers:
      'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2, 3',
  };
  for (const [name, text] of Object.entries(looks)) found[name] = (await client.query(text)).rows;
  client.release();
  return found;
};

const approve = async (at: TestShop, reference: string) => {
  const answer = await at.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  expect(answer.statusCode).toBeLessThan(400);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-backup-'));
  shop = await openTestShop();
  await shop.media.put(PICTURE, await samplePicture('brown', 300));
  await shop.media.storeRendition({ key: PICTURE, width: 160, format: 'webp' }, Buffer.from('can be made again'));
  await shop.media.put('people/ada', await samplePicture('black'));
  const pictures = [{ key: PICTURE, alt: 'Three tubers' }];
  yam = await addProduct(shop.db, { title: 'Puna yam', description: ODD, stock: 10, discount_percent: 5, pictures });
  // A number that was given out, and a row that is gone: the next one must not get it.
  const gone = await addProduct(shop.db);
  await shop.db.deleteFrom('product').where('id', '=', gone).execute();
  buyer = await createBuyer(shop, [[yam, 2]]);
  await giveCredit(shop.db, buyer.accountId, 50_000);
  await giveCredit(shop.db, buyer.accountId, 7);
  paid = await buyer.placeOrder();
  await approve(shop, paid.reference);
  await buyer.fillCart([[yam, 1]]);
  await buyer.placeOrder();
  await (await createShopper(shop)).sendQuestion(yam);
  file = join(folder, 'shop.tar.zst');
  expect(await createBackup(shop, { to: file, pictures: true }, { dryRun: false, onProgress: quiet })).toMatchObject({
    file,
    pictures: 2,
  });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** The archive's entries and what it says of itself. */
const unpack = async (from = file): Promise<{ entries: Entry[]; manifest: Manifest }> => {
  const entries: Entry[] = [];
  const read = await readArchive(from, quiet, async (entry) => void entries.push(entry));
  return { entries, manifest: manifestSchema.parse(JSON.parse(read.manifest)) };
};

describe('a restored shop', () => {
  it('has the same rows, indexes, rules and numbers, and its pictures', async () => {
    const { pool, media } = await openEmpty();
    const told: number[] = [];
    const done = await restore(
      { pool, media },
      { file, replace: false },
      { dryRun: false, onProgress: ({ part }) => told.push(part) },
    );
    expect(done).toMatchObject({ pictures: 2, rows: expect.any(Number) });
    const [before, after] = [await contents(shop.pool), await contents(pool)];
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(before['pgboss.job']?.length).toBeGreaterThan(0);
    expect(before['public.wallet_entry']).toHaveLength(2);
    expect(after).toEqual(before);
    for (const key of [PICTURE, 'people/ada']) expect(await media.read(key)).toEqual(await shop.media.read(key));
    expect(await media.readRendition({ key: PICTURE, width: 160, format: 'webp' })).toBeUndefined();
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('opens: it shows, sends the mails that were not sent yet, and takes orders', async () => {
    const { pool, media, database } = await openEmpty();
    await restore({ pool, media }, { file, replace: false }, { dryRun: false, onProgress: quiet });
    await pool.end();
    const restored = await openTestShop({}, undefined, { database });
    try {
      const detail = await restored.app.inject(`/backend/api/products/${yam}/`);
      expect(detail.json()).toMatchObject({ title: 'Puna yam' });
      expect((await media.read(PICTURE))?.length).toBeGreaterThan(0);
      // Whoever was signed in still is.
      const mine = await restored.app.inject({ url: `/backend/order-detail/${paid.id}`, headers: buyer.headers });
      expect(mine.json()).toMatchObject({ status: 'Paid' });
      expect(await restored.mailbox.read(buyer.email)).toEqual([]);
      expect(await restored.jobs.runDue()).toEqual([]);
      expect((await restored.mailbox.read(buyer.email)).map(({ subject }) => subject)).toContain(
        `Your Sokuwa order ${paid.id}`,
      );
      const another = await createBuyer(restored, [[yam, 1]]);
      expect(another.accountId).toBeGreaterThan(buyer.accountId);
      const order = await another.placeOrder();
      await approve(restored, order.reference);
      expect(await another.readOrder(order.id)).toMatchObject({ status: 'Paid' });
      expect(await addProduct(restored.db)).toBe(yam + 2);
    } finally {
      await restored.close();
    }
  });

  it('of an older version is brought up to date', async () => {
    const older = await mkdtemp(join(folder, 'migrations-'));
    await cp(MIGRATIONS, older, { recursive: true });
    await rm(join(older, '0016_import.sql'));
    const { pool, media } = await openEmpty('template0');
    await migrate(pool, pathToFileURL(`${older}/`));
    await migrateJobs(pool);
    await pool.query(`
      insert into category values (1, 'food', 'Food', 1);
      insert into sub_category values (1, 1, 'roots', 'Roots', 1);
      insert into sub_item values (1, 1, 1, 'yam', 'Yam', 1);
      insert into merchant (slug, name, place, country, since, cover_key) values ('m', 'M', 'Lagos', 'NG', '2020-01-01', 'm');
      insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
      values ('yam', 'Old yam', 1, 1, 1, 'Lagos', '', 1, 100, 1, now())`);
    const to = join(folder, 'older.tar.zst');
    await createBackup({ pool, media }, { to, pictures: true }, { dryRun: false, onProgress: quiet });
    const target = await openEmpty();
    expect(await restore(target, { file: to, replace: false }, { dryRun: false, onProgress: quiet })).toMatchObject({
      pictures: 0,
    });
    const { rows } = await target.pool.query('select title, sku, sale_kobo from product');
    expect(rows).toEqual([{ title: 'Old yam', sku: null, sale_kobo: 100 }]);
    expect(await migrate(target.pool)).toEqual([]);
  });
});

describe('a backup', () => {
  it('is the shop of one moment, whatever is written meanwhile', async () => {
    const before = await contents(shop.pool);
    // Pictures are counted once the snapshot is taken, and before the first row is read.
    let written = 0;
    class BusyMedia extends DiskMedia {
      override async *keys() {
        if (written++ === 0) {
          await addProduct(shop.db);
          await createBuyer(shop, [[yam, 1]]);
        }
        yield* super.keys();
      }
    }
    const busy = new BusyMedia(join(shop.config.dataDir, 'media'));
    const to = join(folder, 'busy.tar.zst');
    await createBackup({ pool: shop.pool, media: busy }, { to, pictures: true }, { dryRun: false, onProgress: quiet });
    const { pool, media } = await openEmpty();
    await restore({ pool, media }, { file: to, replace: false }, { dryRun: false, onProgress: quiet });
    const { sequences, ...after } = await contents(pool);
    const { sequences: _, ...was } = before;
    expect(after).toEqual(was);
    expect(sequences).toEqual((await contents(shop.pool)).sequences);
  });

  it('goes into a folder under the time, is read by its owner alone, and replaces no file', async () => {
    const into = await mkdtemp(join(folder, 'into-'));
    const dry = await createBackup(shop, { to: into, pictures: false }, { dryRun: true, onProgress: quiet });
    expect(dry).toMatchObject({ pictures: 0 });
    expect(await readdir(into)).toEqual([]);
    await createBackup(shop, { to: into, pictures: false }, { dryRun: false, onProgress: quiet });
    const [name = ''] = await readdir(into);
    expect(name).toMatch(/^sokuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/);
    expect((await stat(join(into, name))).mode & 0o777).toBe(0o600);
    expect((await unpack(join(into, name))).manifest.pictures).toBe(0);
    expect(
      await createBackup(shop, { to: join(into, name), pictures: false }, { dryRun: false, onProgress: quiet }),
    ).toEqual({
      refused: `There is a file ${join(into, name)} already.`,
    });
  });

  it('that breaks off leaves no file, and the connection goes', async () => {
    const into = await mkdtemp(join(folder, 'into-'));
    class BrokenMedia extends DiskMedia {
      override async read(): Promise<never> {
        throw new Error('the bucket is away');
      }
    }
    const parts = { pool: shop.pool, media: new BrokenMedia(join(shop.config.dataDir, 'media')) };
    await expect(
      createBackup(parts, { to: into, pictures: true }, { dryRun: false, onProgress: quiet }),
    ).rejects.toThrow('the bucket is away');
    await expect(
      createBackup(shop, { to: join(into, 'none', 'x.tar.zst'), pictures: true }, { dryRun: false, onProgress: quiet }),
    ).rejects.toThrow('ENOENT');
    expect(await readdir(into)).toEqual([]);
  });
});

describe('restore refuses', () => {
  /** Tries to restore it over a shop that has a product; nothing may change. @returns what is said */
  const refusal = async (broken: string, replace = true, into?: DiskMedia): Promise<string> => {
    const { pool, media } = await openEmpty();
    await addProduct(openDatabase(pool), { title: 'Mine' });
    const before = await contents(pool);
    try {
      const done = await restore(
        { pool, media: into ?? media },
        { file: broken, replace },
        { dryRun: false, onProgress: quiet },
      );
      return 'refused' in done ? done.refused.replace(broken, 'FILE') : '';
    } finally {
      expect(await contents(pool)).toEqual(before);
    }
  };
  const write = async (bytes: Buffer): Promise<string> => {
    const path = join(folder, `${randomUUID()}.tar.zst`);
    await writeFile(path, bytes);
    return path;
  };
  /** An archive made anew of the first one's parts. */
  const rebuild = async (entries: Entry[], manifest: object): Promise<string> => {
    const path = join(folder, `${randomUUID()}.tar.zst`);
    async function* all() {
      yield* entries;
    }
    await writeArchive(path, all(), (sum) => ({ sum, ...manifest }));
    return path;
  };

  it('what is cut off, wherever', async () => {
    const whole = await readFile(file);
    for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1])
      expect(await refusal(await write(whole.subarray(0, length))), `${length}`).toMatch(/^FILE is no whole archive: /);
  });

  it('what has one bit changed, wherever', async () => {
    const whole = await readFile(file);
    const original = await unpack();
    let harmful = 0;
    for (let n = 1; n < 10; n++) {
      const bytes = Buffer.from(whole);
      const at = Math.floor((bytes.length * n) / 10);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const path = await write(bytes);
      const read = await unpack(path).catch(() => undefined);
      // A few bits of the compression carry nothing.
      if (isDeepStrictEqual(read, original)) continue;
      harmful++;
      expect(await refusal(path), `${n}`).toMatch(/^FILE (is no whole archive|was altered)/);
    }
    expect(harmful).toBeGreaterThan(5);
  });

  it('what was altered and packed again, and what follows its end', async () => {
    const { entries, manifest } = await unpack();
    const altered = entries.map(({ name, bytes }) => ({
      name,
      bytes: name.includes('wallet_entry') ? Buffer.from(bytes.toString().replaceAll('50000', '90000')) : bytes,
    }));
    expect(await refusal(await rebuild(altered, manifest))).toBe('FILE was altered: its sum is wrong.');
    const early: Entry = { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) };
    expect(await refusal(await rebuild([early, ...entries], manifest))).toBe(
      'FILE is no whole archive: something follows its end.',
    );
  });

  it('what is newer than the shop', async () => {
    const { entries, manifest } = await unpack();
    const { sum: _, ...said } = manifest;
    const migrations = [...said.migrations, '9999_future.sql'];
    expect(await refusal(await rebuild(entries, { ...said, migrations }))).toBe(
      'FILE is of a newer shop, which has 9999_future.sql: bring this one up to date first.',
    );
    expect(await refusal(await rebuild(entries, { ...said, format: 2 }))).toBe(
      'FILE is no whole archive: a newer version of this program made it.',
    );
  });

  it('what turns out not to fit while it is loaded', async () => {
    const { entries, manifest } = await unpack();
    const { sum: _, ...said } = manifest;
    const without = entries.filter(({ name }) => !name.startsWith('tables/public.product/'));
    expect(await refusal(await rebuild(without, said))).toBe(
      'FILE cannot be restored: it has no rows of public.product.',
    );
    const stranger: Entry = { name: 'tables/public.stranger/000001', bytes: Buffer.from('1\n') };
    expect(await refusal(await rebuild([...entries, stranger], said))).toMatch(
      /^FILE cannot be restored: the shop has no table public.stranger/,
    );
  });

  it('rows that break a rule of the tables, as an error', async () => {
    const { entries, manifest } = await unpack();
    const { sum: _, ...said } = manifest;
    const orphans = entries.filter(({ name }) => !name.startsWith('tables/public.merchant/'));
    const tables = said.tables.map((table) => (table.name === 'public.merchant' ? { ...table, rows: 0 } : table));
    await expect(refusal(await rebuild(orphans, { ...said, tables }))).rejects.toMatchObject({ code: '23503' });
  });

  it('pictures that cannot be kept, as an error', async () => {
    class FullMedia extends DiskMedia {
      override async put(): Promise<never> {
        throw new Error('the disk is full');
      }
    }
    await expect(refusal(file, true, new FullMedia(folder))).rejects.toThrow('the disk is full');
  });

  it('what is no archive, or no file', async () => {
    expect(await refusal(await write(Buffer.from('title,price\nYam,12\n')))).toMatch(/^FILE is no whole archive: /);
    expect(await refusal(join(folder, 'none'))).toMatch(/^FILE cannot be read: ENOENT/);
    expect(await refusal(folder)).toMatch(/^FILE cannot be read: EISDIR/);
  });

  it('to erase a shop without being told to', async () => {
    expect(await refusal(file, false)).toMatch(/^The database is not empty \(.*product.*\): --replace erases/);
    const { pool, media } = await openEmpty();
    await addProduct(openDatabase(pool), { title: 'Mine' });
    expect(await restore({ pool, media }, { file, replace: true }, { dryRun: true, onProgress: quiet })).toMatchObject({
      pictures: 2,
    });
    expect((await pool.query('select title from product')).rows).toEqual([{ title: 'Mine' }]);
    expect(await restore({ pool, media }, { file, replace: true }, { dryRun: false, onProgress: quiet })).toMatchObject(
      { pictures: 2 },
    );
    expect((await pool.query('select title from product')).rows).toEqual([{ title: 'Puna yam' }]);
  });

  it('while anybody uses the database, but for a look', async () => {
    const { pool, media, database } = await openEmpty();
    const other: Connection = { ...inject('database'), database };
    const running = openPool(other, 1, quiet);
    await running.query('select 1');
    expect(await restore({ pool, media }, { file, replace: true }, { dryRun: false, onProgress: quiet })).toEqual({
      refused: 'The shop is running, or another program uses its database: stop it first.',
    });
    expect(await restore({ pool, media }, { file, replace: true }, { dryRun: true, onProgress: quiet })).toMatchObject({
      pictures: 2,
    });
    await running.end();
  });
});
