/** A program that creates a signed-in account in the shop of DATA_DIR, and writes its tokens as JSON, for the journeys. */
import { randomUUID } from 'node:crypto';
import { openSession } from '../platform/sessions.ts';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  const { id } = await db
    .insertInto('account')
    .values({ email: `${randomUUID()}@mail.test`, first_name: 'Ada', last_name: 'Obi', verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token, merchant_token: merchantToken } = await openSession(db, id);
  process.stdout.write(JSON.stringify({ token, merchantToken }));
});
