/**
 * A program that writes the unsubscribe token of the account with this email address, in the shop of DATA_DIR. The mails
 * about saved items contain it. It exists once the account has chosen whether it wants these mails.
 */
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  const { unsubscribe_token } = await db
    .selectFrom('saved_notes')
    .innerJoin('account', 'account.id', 'account_id')
    .select('unsubscribe_token')
    .where('email', '=', process.argv[2] ?? '')
    .executeTakeFirstOrThrow();
  process.stdout.write(unsubscribe_token);
});
