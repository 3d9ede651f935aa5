import { deskRefusals, type Endpoint } from '@sokuwa/contract/endpoint.ts';
import {
  isPermitted,
  MERCHANT_ROLES,
  type MerchantArea,
  OPERATOR_ROLES,
  type OperatorArea,
  type Role,
} from '@sokuwa/contract/staff/roles.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockStore } from '../catalog/merchants.sql.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { MerchantId } from '../platform/ids.ts';
import { openDesk, openDeskAs, type TestDesk } from '../testing/desk.ts';
import { callEndpoints, createEndpointUrl, usesApiToken } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addMerchant, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { toStaff } from './memberships.sql.ts';

let shop: TestShop;
/** A shop in which operators need a second factor. */
let realShop: TestShop;
let merchantId: MerchantId;
beforeAll(async () => {
  shop = await openTestShop();
  realShop = await openTestShop({ SANDBOX_DEMO_ACCOUNT: '0' });
  merchantId = await addMerchant(shop.db);
});
afterAll(async () => {
  await shop.close();
  await realShop.close();
});

const calls = callEndpoints.filter(([, call]) => usesApiToken(call));
const teamOf = ({ auth }: Endpoint): MerchantId | null => (auth === 'operator' ? null : merchantId);
const areaOf = ({ path, area }: Endpoint): MerchantArea | OperatorArea => {
  if (area === undefined) throw new Error(`${path} has no area`);
  return area;
};
/** A call that finds nothing and whose body is not valid, if it is let in at all. */
const send = (desk: TestDesk, call: Endpoint, headers: Record<string, string> = {}) =>
  desk.call(call.method as 'GET', createEndpointUrl(call, '0').replace('/backend', ''), undefined, {
    ...(call.method !== 'GET' && { payload: '{', headers: { 'content-type': 'application/json', ...headers } }),
    ...(call.method === 'GET' && { headers }),
  });
const codeOf = (response: { statusCode: number; json(): { code?: string } }): string | undefined =>
  response.statusCode === 200 ? undefined : response.json().code;

describe('every role', () => {
  const roles: [Role, of: 'merchant' | 'operator'][] = [
    ...MERCHANT_ROLES.map((role): [Role, 'merchant'] => [role, 'merchant']),
    ...OPERATOR_ROLES.map((role): [Role, 'operator'] => [role, 'operator']),
  ];
  it.each(roles)(
    '%s of a %s makes the calls that it may make, and no others',
    {
      tags: ['@STAFF-2', '@STAFF-3', '@STAFF-4'],
    },
    async (role, of) => {
      const desk = await openDeskAs(shop, of === 'merchant' ? merchantId : null, role);
      desk.store = merchantId;
      for (const [name, call] of calls) {
        const code = codeOf(await send(desk, call));
        if (call.auth !== of) expect(code, name).toBe('not_a_member');
        else if (isPermitted(toStaff(teamOf(call), role), areaOf(call), call.method))
          expect(['not_permitted', 'not_a_member', 'cross_site'], name).not.toContain(code);
        else expect(code, name).toBe('not_permitted');
      }
    },
  );
});

describe.each(calls)('%s in the desk', (_, call) => {
  it('is refused to strangers, of other stores, and from the moment somebody is removed', {
    tags: ['@STAFF-1', '@STAFF-12'],
  }, async () => {
    const other = await openDeskAs(shop, await addMerchant(shop.db), 'owner');
    other.store = merchantId;
    expectRefusal(await send(other, call), 'not_a_member');
    for (const store of ['', '-1', '99999999', 'x', '1, 2'])
      if (call.auth === 'merchant') expectRefusal(await send(other, call, { 'x-desk-store': store }), 'not_a_member');
    const member = await openDeskAs(shop, teamOf(call), 'owner');
    expect(codeOf(await send(member, call))).not.toBe('not_a_member');
    await shop.db.deleteFrom('membership').where('account_id', '=', member.accountId).execute();
    expectRefusal(await send(member, call), 'not_a_member');
    await shop.db.deleteFrom('account').where('id', '=', member.accountId).execute();
    expectRefusal(await send(member, call), 'token_invalid');
  });

  it('is refused without a session, from another site, and without a second factor', {
    tags: ['@STAFF-8', '@STAFF-10'],
  }, async () => {
    expectRefusal(await send(openDesk(shop), call), 'credentials_missing');
    const desk = await openDeskAs(shop, teamOf(call), 'owner');
    const key = desk.cookies.get('desk') ?? '';
    for (const wrong of ['none', `${key.slice(0, -1)}_`]) {
      desk.cookies.set('desk', wrong);
      expectRefusal(await send(desk, call), 'token_invalid');
    }
    desk.cookies.set('desk', key);
    if (deskRefusals(call).includes('cross_site')) {
      for (const site of ['cross-site', 'same-site', 'none'])
        expectRefusal(await send(desk, call, { 'sec-fetch-site': site }), 'cross_site');
    }
    if (deskRefusals(call).includes('second_factor_required')) {
      const unverified = await openDeskAs(realShop, null, 'owner', { verified: false });
      expectRefusal(await send(unverified, call), 'second_factor_required');
    }
  });
});

describe('a browser without Sec-Fetch-Site', () => {
  const change = (desk: TestDesk, headers: Record<string, string>) =>
    shop.app.inject({
      method: 'PATCH',
      url: '/backend/merchant/store/',
      payload: { place: 'Kano, Nigeria' },
      headers: { cookie: `desk=${desk.cookies.get('desk')}`, 'x-desk-store': String(merchantId), ...headers },
    });
  it('names the origin of its page', { tags: ['@STAFF-10'] }, async () => {
    const desk = await openDeskAs(shop, merchantId, 'owner');
    expect((await change(desk, { origin: 'http://shop.test' })).statusCode).toBe(200);
    for (const headers of [{}, { origin: 'http://evil.test' }, { origin: 'null' }, { origin: 'https://shop.test' }])
      expectRefusal(await change(desk, headers), 'cross_site');
  });
});

describe('what somebody does in the desk', () => {
  it('is in the audit log with the person, for a store and for the shop', { tags: ['@STAFF-5'] }, async () => {
    const desk = await openDeskAs(shop, merchantId, 'owner');
    await desk.call('PATCH', '/merchant/store/', { place: 'Jos, Nigeria' });
    await desk.call('PATCH', '/merchant/store/', { place: '' });
    await desk.call('GET', '/merchant/store/');
    const operator = await openDeskAs(shop, null, 'owner');
    await operator.call('PATCH', `/operator/merchants/${merchantId}/commission/`, { per_mille: 80 });
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'subject'])
      .where('actor', 'in', [`account ${desk.accountId}`, `account ${operator.accountId}`])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { actor: `account ${desk.accountId}`, action: 'PATCH /merchant/store/', subject: `merchant ${merchantId}` },
      { actor: `account ${operator.accountId}`, action: 'merchants commission', subject: `merchant ${merchantId}` },
    ]);
  });
});

describe('programs', () => {
  it('are not named like a person in the audit log, whatever the name of their token', {
    tags: ['@STAFF-5', '@OPERATOR-3'],
  }, async () => {
    const name = 'account 12';
    const headers = {
      authorization: `Token ${await createApiToken(shop.db, { merchantId: null, name, scope: 'write' })}`,
    };
    const path = `/operator/merchants/${merchantId}/commission/`;
    await openDesk(shop).call('PATCH', path, { per_mille: 70 }, { headers });
    const { actor } = await shop.db
      .selectFrom('audit_entry')
      .select('actor')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(actor).toBe('token:account 12');
  });

  it('and people of a merchant share its queue of calls, and no other one', { tags: ['@STAFF-22'] }, async () => {
    const headers = {
      authorization: `Token ${await createApiToken(shop.db, { merchantId, name: 'queue', scope: 'write' })}`,
    };
    const desks = [await openDeskAs(shop, merchantId, 'owner'), await openDeskAs(shop, merchantId, 'owner')];
    const change = (desk: TestDesk, options = {}) =>
      desk.call('PATCH', '/merchant/store/', { place: 'Kano, Nigeria' }, options);
    const blocker = await shop.db.startTransaction().execute();
    await lockStore(blocker, merchantId);
    const changes = [...desks.map((desk) => change(desk)), change(openDesk(shop), { headers })];
    await waitFor(() => expect(shop.app.callsByOwner.count(`merchant ${merchantId}`)).toBe(3));
    for (const { accountId } of desks) expect(shop.app.callsByOwner.count(`account ${accountId}`)).toBe(0);
    await blocker.commit().execute();
    for (const response of await Promise.all(changes)) expect(response.statusCode).toBe(200);
  });

  it('work with their token as before, beside a cookie too, but change no team', {
    tags: ['@STAFF-15'],
  }, async () => {
    const headers = {
      authorization: `Token ${await createApiToken(shop.db, { merchantId, name: 'stock', scope: 'write' })}`,
    };
    const desk = openDesk(shop);
    desk.cookies.set('desk', 'none');
    expect((await desk.call('GET', '/merchant/orders/', undefined, { headers })).statusCode).toBe(200);
    expectRefusal(await desk.call('GET', '/merchant/team/', undefined, { headers }), 'not_permitted');
  });

  it('a shopper who is signed in to the shop is not signed in to the desk', { tags: ['@STAFF-1'] }, async () => {
    const accountId = await addAccount(shop.db);
    await shop.db
      .insertInto('membership')
      .values({ account_id: accountId, merchant_id: merchantId, role: 'owner' })
      .execute();
    const headers = await signIn(shop.db, accountId);
    expectRefusal(await openDesk(shop).call('GET', '/desk/session/', undefined, { headers }), 'credentials_missing');
    expectRefusal(await openDesk(shop).call('GET', '/merchant/orders/', undefined, { headers }), 'token_invalid');
  });
});
