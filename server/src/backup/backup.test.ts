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
import { DRY_ACT, LIVE_ACT } from '../testing/operator.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { type Entry, readArchive, writeArchive } from './archive.ts';
import { createBackup } from './backup.service.ts';
import { listTables } from './database.sql.ts';
import { type Manifest, manifestSchema } from './manifest.ts';
import { restore } from './restore.service.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const PICTURE = 'products/yam-front-1a2b3c4d';
/** Characters that COPY must escape. */
const SPECIAL_CHARACTERS = 'Line\nfeed, tab\t, \\backslash, \\N, \\., ọ̀ and 🍠\r';
const ignore = () => undefined;

let folder: string;
let shop: TestShop;
let productId: number;
let buyer: Buyer;
let paidOrder: { id: string; reference: string };
/** A backup of the shop. */
let file: string;

const openDatabasePool = (database: string): pg.Pool => openPool({ ...inject('database'), database }, 1, ignore);
const runAsAdmin = async (statement: string) => {
  const admin = openDatabasePool('postgres');
  await admin.query(statement);
  await admin.end();
};

/** Creates an empty database and picture store. `close` deletes the database. */
const createEmptyShop = async (template = TEMPLATE) => {
  const database = `restored_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(`create database ${database} template ${template} strategy file_copy`);
  const pool = openDatabasePool(database);
  const media = new DiskMedia(join(folder, database));
  const close = async () => {
    if (!pool.ended) await pool.end();
    await runAsAdmin(`drop database if exists ${database} with (force)`);
  };
  return { pool, media, database, close };
};

/** Creates an empty database and picture store; the end of the test deletes the database. */
const openEmptyShop = async (template = TEMPLATE) => {
  const { close, ...parts } = await createEmptyShop(template);
  onTestFinished(close);
  return parts;
};

/** All rows by table, and the definitions of sequences, indexes, constraints and triggers; without the audit log, which has the restore too. */
const readContents = async (pool: pg.Pool) => {
  const client = await pool.connect();
  const contents: Record<string, unknown[]> = {};
  for (const { name } of await listTables(client)) {
    if (name === 'public.audit_entry') continue;
    const { rows } = await client.query(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    contents[name] = rows.map(({ row }) => row);
  }
  const definitions = {
    sequences:
      'select sequencename, last_value::text from pg_sequences where schemaname = $$public$$ and sequencename <> $$audit_entry_id_seq$$ order by 1',
    indexes: 'select indexname, indexdef from pg_indexes where schemaname = $$public$$ order by 1',
    constraints:
      'select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint where connamespace = $$public$$::regnamespace and contype <> $$n$$ order by 1, 2',
    triggers:
      'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2, 3',
  };
  for (const [name, text] of Object.entries(definitions)) contents[name] = (await client.query(text)).rows;
  client.release();
  return contents;
};

const approvePayment = async (paidShop: TestShop, reference: string) => {
  const response = await paidShop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  expect(response.statusCode).toBeLessThan(400);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-backup-'));
  shop = await openTestShop();
  await shop.media.put(PICTURE, await samplePicture('brown', 300));
  await shop.media.storeRendition({ key: PICTURE, width: 160, format: 'webp' }, Buffer.from('not backed up'));
  await shop.media.put('people/ada', await samplePicture('black'));
  const pictures = [{ key: PICTURE, alt: 'Three tubers' }];
  productId = await addProduct(shop.db, {
    title: 'Puna yam',
    description: SPECIAL_CHARACTERS,
    stock: 10,
    discount_percent: 5,
    pictures,
  });
  // A deleted product: the restored shop must not assign its id again.
  const deletedId = await addProduct(shop.db);
  await shop.db.deleteFrom('product').where('id', '=', deletedId).execute();
  buyer = await createBuyer(shop, [[productId, 2]]);
  await giveCredit(shop.db, buyer.accountId, 50_000);
  await giveCredit(shop.db, buyer.accountId, 7);
  paidOrder = await buyer.placeOrder();
  await approvePayment(shop, paidOrder.reference);
  await buyer.fillCart([[productId, 1]]);
  await buyer.placeOrder();
  await (await createShopper(shop)).sendQuestion(productId);
  file = join(folder, 'shop.tar.zst');
  expect(await createBackup(shop, { to: file, pictures: true }, { dryRun: false, onProgress: ignore })).toMatchObject({
    file,
    pictures: 2,
  });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Reads the entries and the manifest of a backup. */
const readBackup = async (from = file): Promise<{ entries: Entry[]; manifest: Manifest }> => {
  const entries: Entry[] = [];
  const read = await readArchive(from, ignore, async (entry) => void entries.push(entry));
  return { entries, manifest: manifestSchema.parse(JSON.parse(read.manifest)) };
};

describe('a restored shop', () => {
  it('has the same rows, indexes, constraints, sequences and pictures, and an entry in the audit log', {
    tags: ['@OPERATOR-2'],
  }, async () => {
    const { pool, media } = await openEmptyShop();
    const progress: number[] = [];
    const result = await restore(
      { pool, media },
      { file, replace: false },
      { ...LIVE_ACT, onProgress: ({ part }) => progress.push(part) },
    );
    expect(result).toMatchObject({ pictures: 2, rows: expect.any(Number) });
    const [before, after] = [await readContents(shop.pool), await readContents(pool)];
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(before['pgboss.job']?.length).toBeGreaterThan(0);
    expect(before['public.ledger_entry']?.length).toBeGreaterThan(4);
    expect(after).toEqual(before);
    expect((await pool.query('select actor, action, subject from audit_entry')).rows).toEqual([
      { actor: 'Ada', action: 'restore', subject: 'file shop.tar.zst' },
    ]);
    for (const key of [PICTURE, 'people/ada']) expect(await media.read(key)).toEqual(await shop.media.read(key));
    expect(await media.readRendition({ key: PICTURE, width: 160, format: 'webp' })).toBeUndefined();
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('shows its products, sends pending mails, and accepts orders', async () => {
    const { pool, media, database } = await openEmptyShop();
    await restore({ pool, media }, { file, replace: false }, { ...LIVE_ACT, onProgress: ignore });
    await pool.end();
    const restored = await openTestShop({}, undefined, { database });
    try {
      const detail = await restored.app.inject(`/backend/api/products/${productId}/`);
      expect(detail.json()).toMatchObject({ title: 'Puna yam' });
      expect((await media.read(PICTURE))?.length).toBeGreaterThan(0);
      // Sessions are restored too.
      const order = await restored.app.inject({ url: `/backend/order-detail/${paidOrder.id}`, headers: buyer.headers });
      expect(order.json()).toMatchObject({ status: 'Paid' });
      expect(await restored.mailbox.read(buyer.email)).toEqual([]);
      expect(await restored.jobs.runDue()).toEqual([]);
      expect((await restored.mailbox.read(buyer.email)).map(({ subject }) => subject)).toContain(
        `Your Sokuwa order ${paidOrder.id}`,
      );
      const another = await createBuyer(restored, [[productId, 1]]);
      expect(another.accountId).toBeGreaterThan(buyer.accountId);
      const newOrder = await another.placeOrder();
      await approvePayment(restored, newOrder.reference);
      expect(await another.readOrder(newOrder.id)).toMatchObject({ status: 'Paid' });
      expect(await addProduct(restored.db)).toBe(productId + 2);
    } finally {
      await restored.close();
    }
  });

  it('is migrated when the backup is of an older version', async () => {
    const older = await mkdtemp(join(folder, 'migrations-'));
    await cp(MIGRATIONS, older, { recursive: true });
    const newer = (await readdir(older)).filter((name) => name >= '0092');
    for (const name of newer) await rm(join(older, name));
    const { pool, media } = await openEmptyShop('template0');
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
    await createBackup({ pool, media }, { to, pictures: true }, { dryRun: false, onProgress: ignore });
    const target = await openEmptyShop();
    expect(await restore(target, { file: to, replace: false }, { ...LIVE_ACT, onProgress: ignore })).toMatchObject({
      pictures: 0,
    });
    const { rows } = await target.pool.query('select title, sku, sale_kobo from product');
    expect(rows).toEqual([{ title: 'Old yam', sku: null, sale_kobo: 100 }]);
    expect(await migrate(target.pool)).toEqual([]);
  });
});

describe('a backup', () => {
  it('contains one snapshot, without concurrent writes', async () => {
    const before = await readContents(shop.pool);
    // keys() runs first after the snapshot starts and before the first row is read.
    let written = 0;
    class BusyMedia extends DiskMedia {
      override async *keys() {
        if (written++ === 0) {
          await addProduct(shop.db);
          await createBuyer(shop, [[productId, 1]]);
        }
        yield* super.keys();
      }
    }
    const busy = new BusyMedia(join(shop.config.dataDir, 'media'));
    const to = join(folder, 'busy.tar.zst');
    await createBackup({ pool: shop.pool, media: busy }, { to, pictures: true }, { dryRun: false, onProgress: ignore });
    const { pool, media } = await openEmptyShop();
    await restore({ pool, media }, { file: to, replace: false }, { ...LIVE_ACT, onProgress: ignore });
    const { sequences, ...after } = await readContents(pool);
    const { sequences: _, ...expected } = before;
    expect(after).toEqual(expected);
    expect(sequences).toEqual((await readContents(shop.pool)).sequences);
  });

  it('gets a name with the time in a folder, is readable by its owner only, and replaces no file', async () => {
    const targetFolder = await mkdtemp(join(folder, 'target-'));
    const dry = await createBackup(shop, { to: targetFolder, pictures: false }, { dryRun: true, onProgress: ignore });
    expect(dry).toMatchObject({ pictures: 0 });
    expect(await readdir(targetFolder)).toEqual([]);
    await createBackup(shop, { to: targetFolder, pictures: false }, { dryRun: false, onProgress: ignore });
    const [name = ''] = await readdir(targetFolder);
    expect(name).toMatch(/^sokuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/);
    expect((await stat(join(targetFolder, name))).mode & 0o777).toBe(0o600);
    expect((await readBackup(join(targetFolder, name))).manifest.pictures).toBe(0);
    expect(
      await createBackup(
        shop,
        { to: join(targetFolder, name), pictures: false },
        { dryRun: false, onProgress: ignore },
      ),
    ).toEqual({
      refused: `The file ${join(targetFolder, name)} already exists.`,
    });
  });

  it('leaves no file when it fails', async () => {
    const targetFolder = await mkdtemp(join(folder, 'target-'));
    class BrokenMedia extends DiskMedia {
      override async read(): Promise<never> {
        throw new Error('the bucket is unreachable');
      }
    }
    const parts = { pool: shop.pool, media: new BrokenMedia(join(shop.config.dataDir, 'media')) };
    await expect(
      createBackup(parts, { to: targetFolder, pictures: true }, { dryRun: false, onProgress: ignore }),
    ).rejects.toThrow('the bucket is unreachable');
    await expect(
      createBackup(
        shop,
        { to: join(targetFolder, 'none', 'x.tar.zst'), pictures: true },
        { dryRun: false, onProgress: ignore },
      ),
    ).rejects.toThrow('ENOENT');
    expect(await readdir(targetFolder)).toEqual([]);
    // The dry run has returned its connection and ended its snapshot. An open snapshot would prevent vacuum.
    expect(shop.pool.idleCount).toBe(shop.pool.totalCount);
    await expectNoTransaction();
  });

  it('leaves no transaction open after a dry run', async () => {
    const targetFolder = await mkdtemp(join(folder, 'target-'));
    await createBackup(shop, { to: targetFolder, pictures: true }, { dryRun: true, onProgress: ignore });
    expect(await readdir(targetFolder)).toEqual([]);
    await expectNoTransaction();
  });

  /** Checks over another connection, with retries: the server may notice a closed connection a little later. */
  const expectNoTransaction = async () => {
    const observer = openPool(shop.connection, 1, ignore);
    await waitFor(async () => {
      const { rows } = await observer.query(
        "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      );
      expect(rows).toEqual([]);
    });
    await observer.end();
  };
});

describe('restore refuses', () => {
  let target: Awaited<ReturnType<typeof createEmptyShop>>;
  let before: Awaited<ReturnType<typeof readContents>>;
  beforeAll(async () => {
    target = await createEmptyShop();
    await addProduct(openDatabase(target.pool), { title: 'Mine' });
    before = await readContents(target.pool);
  });
  afterAll(() => target.close());

  /** Restores an archive over a shop, and expects that the shop is unchanged. @returns the reason of the refusal */
  const tryRestore = async (path: string, replace = true, targetMedia?: DiskMedia): Promise<string> => {
    const { pool, media } = target;
    try {
      const result = await restore(
        { pool, media: targetMedia ?? media },
        { file: path, replace },
        { ...LIVE_ACT, onProgress: ignore },
      );
      return 'refused' in result ? result.refused.replace(path, 'FILE') : '';
    } finally {
      expect(await readContents(pool)).toEqual(before);
    }
  };
  const writeTempFile = async (bytes: Buffer): Promise<string> => {
    const path = join(folder, `${randomUUID()}.tar.zst`);
    await writeFile(path, bytes);
    return path;
  };
  /** Writes an archive with these entries and this manifest. */
  const writeModified = async (entries: Entry[], manifest: object): Promise<string> => {
    const path = join(folder, `${randomUUID()}.tar.zst`);
    async function* all() {
      yield* entries;
    }
    await writeArchive(path, all(), (sum) => ({ sum, ...manifest }));
    return path;
  };

  it('a truncated archive', async () => {
    const whole = await readFile(file);
    for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1])
      expect(await tryRestore(await writeTempFile(whole.subarray(0, length))), `${length}`).toMatch(
        /^FILE is not a complete archive: /,
      );
  });

  it('an archive with one changed bit', async () => {
    const whole = await readFile(file);
    const original = await readBackup();
    let damaged = 0;
    for (let n = 1; n < 10; n++) {
      const bytes = Buffer.from(whole);
      const index = Math.floor((bytes.length * n) / 10);
      bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
      const path = await writeTempFile(bytes);
      const read = await readBackup(path).catch(() => undefined);
      // Some bits of the compression format have no effect.
      if (isDeepStrictEqual(read, original)) continue;
      damaged++;
      expect(await tryRestore(path), `${n}`).toMatch(/^FILE (is not a complete archive|is damaged or was changed)/);
    }
    expect(damaged).toBeGreaterThan(5);
  });

  it('an archive with changed entries, or with data after its end', async () => {
    const { entries, manifest } = await readBackup();
    const altered = entries.map(({ name, bytes }) => ({
      name,
      bytes: name.includes('ledger_entry') ? Buffer.from(bytes.toString().replaceAll('50000', '90000')) : bytes,
    }));
    expect(await tryRestore(await writeModified(altered, manifest))).toBe(
      'FILE is damaged or was changed: its checksum is wrong.',
    );
    const early: Entry = { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) };
    expect(await tryRestore(await writeModified([early, ...entries], manifest))).toBe(
      'FILE is not a complete archive: it has data after its end.',
    );
  });

  it('an archive of a newer version', async () => {
    const { entries, manifest } = await readBackup();
    const { sum: _, ...content } = manifest;
    const migrations = [...content.migrations, '9999_future.sql'];
    expect(await tryRestore(await writeModified(entries, { ...content, migrations }))).toBe(
      'FILE is from a newer version with the migration 9999_future.sql: update this shop first.',
    );
    expect(await tryRestore(await writeModified(entries, { ...content, format: 2 }))).toBe(
      'FILE is not a complete archive: it was created by a newer version of the shop.',
    );
  });

  it('an archive with missing rows or an unknown table', async () => {
    const { entries, manifest } = await readBackup();
    const { sum: _, ...content } = manifest;
    const without = entries.filter(({ name }) => !name.startsWith('tables/public.product/'));
    expect(await tryRestore(await writeModified(without, content))).toBe(
      'FILE cannot be restored: it has no rows of public.product.',
    );
    const unknownTable: Entry = { name: 'tables/public.unknown/000001', bytes: Buffer.from('1\n') };
    expect(await tryRestore(await writeModified([...entries, unknownTable], content))).toMatch(
      /^FILE cannot be restored: the shop has no table public.unknown/,
    );
  });

  it('rows that violate a constraint, with the database error', async () => {
    const { entries, manifest } = await readBackup();
    const { sum: _, ...content } = manifest;
    const orphans = entries.filter(({ name }) => !name.startsWith('tables/public.merchant/'));
    const tables = content.tables.map((table) => (table.name === 'public.merchant' ? { ...table, rows: 0 } : table));
    await expect(tryRestore(await writeModified(orphans, { ...content, tables }))).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('an archive whose pictures cannot be stored, with the error of the store', async () => {
    class FullMedia extends DiskMedia {
      override async put(): Promise<never> {
        throw new Error('the disk is full');
      }
    }
    await expect(tryRestore(file, true, new FullMedia(folder))).rejects.toThrow('the disk is full');
  });

  it('a file that is not an archive, and a missing file', async () => {
    expect(await tryRestore(await writeTempFile(Buffer.from('title,price\nYam,12\n')))).toMatch(
      /^FILE is not a complete archive: /,
    );
    expect(await tryRestore(join(folder, 'none'))).toMatch(/^FILE cannot be read: ENOENT/);
    expect(await tryRestore(folder)).toMatch(/^FILE cannot be read: EISDIR/);
  });

  it('to erase a shop without --replace', async () => {
    expect(await tryRestore(file, false)).toMatch(/^The database is not empty \(.*product.*\): --replace erases/);
    const { pool, media } = await openEmptyShop();
    await addProduct(openDatabase(pool), { title: 'Mine' });
    expect(await restore({ pool, media }, { file, replace: true }, { ...DRY_ACT, onProgress: ignore })).toMatchObject({
      pictures: 2,
    });
    expect((await pool.query('select title from product')).rows).toEqual([{ title: 'Mine' }]);
    expect(await restore({ pool, media }, { file, replace: true }, { ...LIVE_ACT, onProgress: ignore })).toMatchObject({
      pictures: 2,
    });
    expect((await pool.query('select title from product')).rows).toEqual([{ title: 'Puna yam' }]);
  });

  it('while another client uses the database, except on a dry run', async () => {
    const { pool, media, database } = await openEmptyShop();
    const other: Connection = { ...inject('database'), database };
    const running = openPool(other, 1, ignore);
    await running.query('select 1');
    expect(await restore({ pool, media }, { file, replace: true }, { ...LIVE_ACT, onProgress: ignore })).toEqual({
      refused: 'The shop is running, or another program uses its database: stop it first.',
    });
    expect(await restore({ pool, media }, { file, replace: true }, { ...DRY_ACT, onProgress: ignore })).toMatchObject({
      pictures: 2,
    });
    await running.end();
  });
});
