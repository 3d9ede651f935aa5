/**
 * A program that adds wallet credit to the account with this email address, in the shop of DATA_DIR:
 * `give-credit.ts <email> <kobo> [times]`.
 */

import { withRunningShop } from './running-shop.ts';
import { giveCredit } from './wallet-credit.ts';

const [email = '', amountKobo = '', times = '1'] = process.argv.slice(2);

await withRunningShop(async (db) => {
  const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  for (let n = 0; n < Number(times); n++) await giveCredit(db, id, Number(amountKobo));
});
