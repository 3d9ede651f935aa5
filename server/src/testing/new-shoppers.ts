/**
 * A program that creates signed-in accounts in the shop of DATA_DIR, as many as its argument says, and writes their tokens
 * as JSON, for the journeys.
 */
import { randomUUID } from 'node:crypto';
import { openSession } from '../platform/sessions.ts';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  const shoppers: object[] = [];
  for (let n = 0; n < Number(process.argv[2]); n++) {
    const { id } = await db
      .insertInto('account')
      .values({ email: `${randomUUID()}@mail.test`, first_name: 'Ada', last_name: 'Obi', verified_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { token, merchant_token: merchantToken } = await openSession(db, id);
    shoppers.push({ token, merchantToken });
  }
  process.stdout.write(JSON.stringify(shoppers));
});
