/**
 * A program that signs a new account in to the desk of the shop of DATA_DIR, for the journeys. Its arguments are the id of the merchant it
 * works for, `new` for a new merchant, `operators`, or `nobody`; and its role. It writes the key of the session, the email address and the
 * merchant's id as JSON.
 */
import { randomUUID } from 'node:crypto';
import { MERCHANT_ROLES, OPERATOR_ROLES } from '@sokuwa/contract/staff/roles.ts';
import { openDeskSession } from '../platform/desk-sessions.ts';
import type { MerchantId } from '../platform/ids.ts';
import { withRunningShop } from './running-shop.ts';

const [, , of = '', roleName] = process.argv;
const role = [...MERCHANT_ROLES, ...OPERATOR_ROLES].find((name) => name === roleName);
if (!role) throw new Error(`not a role: ${roleName}`);

await withRunningShop(async (db) => {
  const email = `${randomUUID()}@mail.test`;
  const { id: accountId } = await db
    .insertInto('account')
    .values({ email, first_name: 'Bola', last_name: 'Ade', verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const addMerchant = async (): Promise<MerchantId> => {
    const slug = `store-${randomUUID()}`;
    const values = { name: `Store ${slug.slice(-6)}`, slug, place: 'Lagos', country: 'NG', since: '2026-01-02', email };
    return (await db.insertInto('merchant').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const merchantId =
    of === 'operators' || of === 'nobody' ? null : of === 'new' ? await addMerchant() : (Number(of) as MerchantId);
  if (of !== 'nobody')
    await db.insertInto('membership').values({ account_id: accountId, merchant_id: merchantId, role }).execute();
  const key = await openDeskSession(db, accountId, { verified: true, userAgent: 'Chrome' });
  process.stdout.write(JSON.stringify({ key, email, merchantId }));
});
