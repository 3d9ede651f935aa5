/**
 * A program that signs an account in to the desk of the shop of DATA_DIR, for the journeys. Its arguments are the id of the merchant that the
 * account works for, `new` for a new merchant, `operators`, `new-operator`, or `nobody`; and its role. It writes the key of the session, the
 * email address and the merchant's id as JSON.
 */
import { randomUUID } from 'node:crypto';
import { MERCHANT_ROLES, OPERATOR_ROLES } from '@sokuwa/contract/staff/roles.ts';
import type { Database } from '../platform/database.ts';
import { openDeskSession } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { withRunningShop } from './running-shop.ts';

const [, , of = '', roleName] = process.argv;
const role = [...MERCHANT_ROLES, ...OPERATOR_ROLES].find((name) => name === roleName);
if (!role) throw new Error(`not a role: ${roleName}`);

await withRunningShop(async (db) => {
  const addMerchant = async (db: Database, email: string): Promise<MerchantId> => {
    const slug = `store-${randomUUID()}`;
    const values = { name: `Store ${slug.slice(-6)}`, slug, place: 'Lagos', country: 'NG', since: '2026-01-02', email };
    return (await db.insertInto('merchant').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const addAccount = async (db: Database, email: string): Promise<{ id: AccountId; isNew: boolean }> => {
    const added = await db
      .insertInto('account')
      .values({ email, first_name: 'Bola', last_name: 'Ade', verified_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) return { ...added, isNew: true };
    const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return { id, isNew: false };
  };
  // In a transaction: of two journeys that need the first operator, the second waits for the first.
  const open = async (db: Database) => {
    // One account for all operators of a role: a team has a limit.
    const email = of === 'operators' ? `operators-${role}@mail.test` : `${randomUUID()}@mail.test`;
    const account = await addAccount(db, email);
    const isOperator = of === 'operators' || of === 'new-operator';
    const merchantId =
      isOperator || of === 'nobody' ? null : of === 'new' ? await addMerchant(db, email) : (Number(of) as MerchantId);
    if (of !== 'nobody' && account.isNew)
      await db.insertInto('membership').values({ account_id: account.id, merchant_id: merchantId, role }).execute();
    const key = await openDeskSession(db, account.id, { verified: true, userAgent: 'Chrome' });
    return { key, email, merchantId };
  };
  process.stdout.write(JSON.stringify(await db.transaction().execute(open)));
});
