import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueToken } from '../catalog/merchant.service.ts';
import type { MerchantId } from '../platform/ids.ts';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, signIn, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { staffCommands } from './staff.operator.ts';
import { deleteMembership, lockTeam } from './team.sql.ts';

type Desk = Awaited<ReturnType<typeof openDeskAs>>;
let shop: TestShop;
let merchantId: MerchantId;
let owner: Desk;
/** Another owner, who makes tokens. */
let maker: Desk;
let memberId: number;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  merchantId = await addMerchant(shop.db);
  owner = await openDeskAs(shop, merchantId, 'owner');
  maker = await openDeskAs(shop, merchantId, 'owner');
  memberId = (await owner.call('GET', '/merchant/team/')).json().members[1].id;
});

const makeToken = (desk: TestDesk, name: string, headers: Record<string, string> = {}) =>
  desk.call('POST', '/merchant/tokens/', { name, scope: 'write' }, { headers });
const headersOf = (response: { json(): { token: string } }) => ({ authorization: `Token ${response.json().token}` });
const listNames = async () =>
  (await owner.call('GET', '/merchant/tokens/')).json().results.map(({ name }: { name: string }) => name);

describe('an API token that is made in the desk', () => {
  it('names who made it, and needs a proof of the last 15 minutes', { tags: ['@STAFF-9', '@STAFF-19'] }, async () => {
    const made = (await makeToken(maker, 'stock')).json();
    const created_by = { account_id: maker.accountId, name: 'Ada Obi' };
    expect(made).toMatchObject({ name: 'stock', created_by });
    expect((await owner.call('GET', '/merchant/tokens/')).json().results).toMatchObject([
      { name: 'stock', created_by },
    ]);
    const headers = await signIn(shop.db, maker.accountId);
    const exported = await shop.app.inject({ url: '/backend/user-data-export/', headers });
    expect(exported.json().desk.programs).toEqual([
      { store_name: 'Mile Twelve Fresh', name: 'stock', since: made.created_at },
    ]);
    await shop.db
      .updateTable('desk_session')
      .set({ verified_at: new Date(Date.now() - 16 * 60_000) })
      .execute();
    expectRefusal(await makeToken(maker, 'late'), 'verification_required');
    expect((await maker.call('GET', '/merchant/tokens/')).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<{ statusCode: number }>]>([
    ['is removed', () => owner.call('DELETE', `/merchant/team/members/${memberId}/`)],
    ['gets another role', () => owner.call('PATCH', `/merchant/team/members/${memberId}/`, { role: 'staff' })],
    [
      'deletes the account',
      async () =>
        shop.app.inject({
          method: 'DELETE',
          url: '/backend/user-profile-update',
          headers: await signIn(shop.db, maker.accountId),
        }),
    ],
    [
      'is removed by command',
      async () => {
        const { email } = (await owner.call('GET', '/merchant/team/')).json().members[1];
        const removed = await staffCommands(shop.db).remove({ email, merchant: merchantId }, LIVE_ACT);
        return { statusCode: 'refused' in removed ? 400 : 200 };
      },
    ],
  ])('ends when this person %s, with those that were made with it', { tags: ['@STAFF-19'] }, async (_, leave) => {
    await makeToken(owner, 'of the other');
    await issueToken(shop.db, merchantId, { name: 'by command', scope: 'read' }, LIVE_ACT);
    const first = headersOf(await makeToken(maker, 'first'));
    const second = headersOf(await makeToken(owner, 'second', first));
    expect((await leave()).statusCode).toBe(200);
    for (const headers of [first, second])
      expectRefusal(await owner.call('GET', '/merchant/orders/', undefined, { headers }), 'token_invalid');
    expect(await listNames()).toEqual(['of the other', 'by command']);
  });

  it('is in the audit log when it ends, and stays if the person remains an owner', {
    tags: ['@STAFF-5', '@STAFF-19'],
  }, async () => {
    await makeToken(maker, 'stock');
    await owner.call('PATCH', `/merchant/team/members/${memberId}/`, { role: 'owner' });
    expect(await listNames()).toEqual(['stock']);
    await owner.call('DELETE', `/merchant/team/members/${memberId}/`);
    const { before } = await shop.db
      .selectFrom('audit_entry')
      .select('before')
      .where('actor', '=', `account ${owner.accountId}`)
      .where('action', '=', 'team remove')
      .executeTakeFirstOrThrow();
    expect(before).toEqual({ account: maker.accountId, role: 'owner', tokens: ['stock'] });
  });

  it('is not made by somebody who is removed at the same moment', { tags: ['@STAFF-19'] }, async () => {
    const headers = headersOf(await makeToken(maker, 'first'));
    const removal = await shop.db.startTransaction().execute();
    await lockTeam(removal, merchantId);
    const made = [makeToken(maker, 'second'), makeToken(owner, 'third', headers)];
    await waitUntilBlocked(shop.db, 2);
    await deleteMembership(removal, memberId);
    await removal.commit().execute();
    for (const response of await Promise.all(made)) expectRefusal(response, 'token_invalid');
  });
});
