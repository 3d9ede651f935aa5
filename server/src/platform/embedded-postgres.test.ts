import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

it('a second use of the database in the same process does not stop it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-test-postgres-'));
  const shop = await startEmbeddedPostgres({ folder });
  const doctor = await startEmbeddedPostgres({ folder });
  await doctor.stop();
  const client = new pg.Client(shop.connection);
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await shop.stop();
  await expect(new pg.Client(shop.connection).connect()).rejects.toThrow();
  await rm(folder, { recursive: true });
});
