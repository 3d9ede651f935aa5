import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../platform/ids.ts';
import { addMember } from '../testing/account.ts';
import { runMinuteJobs } from '../testing/buyer.ts';
import { openDesk, openDeskAs } from '../testing/desk.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let merchantId: MerchantId;
let owner: Awaited<ReturnType<typeof openDeskAs>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  merchantId = await addMerchant(shop.db);
  owner = await openDeskAs(shop, merchantId, 'owner');
});

const invite = (email: string, role = 'staff', desk = owner) =>
  desk.call('POST', '/merchant/team/invitations/', { email, role });
/** The token in the mail's link. */
const readToken = async (email: string): Promise<string> => {
  await runMinuteJobs(shop);
  const [mail] = await shop.mailbox.read(email);
  return /\/desk\/invitation#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
/** A desk in which somebody with an account has signed in. */
const openMember = async () => {
  const member = await addMember(shop);
  const desk = openDesk(shop);
  await desk.signIn(member);
  return { desk, email: member.email };
};
const readTeam = async () => (await owner.call('GET', '/merchant/team/')).json();

describe('a team', () => {
  it('invites by mail, and whoever accepts works for the store at once', { tags: ['@STAFF-13'] }, async () => {
    const { desk, email } = await openMember();
    const { invitations } = (await invite(email.toUpperCase())).json();
    expect(invitations).toMatchObject([{ role: 'staff' }]);
    const token = await readToken(email.toUpperCase());
    expect((await openDesk(shop).call('POST', '/desk/invitations/', { token })).json()).toEqual({
      store_name: 'Mile Twelve Fresh',
      role: 'staff',
      email: email.toUpperCase(),
    });
    const accepted = await desk.call('POST', '/desk/invitations/acceptance/', { token });
    expect(accepted.json().memberships).toMatchObject([{ merchant_id: merchantId, role: 'staff' }]);
    desk.store = merchantId;
    expect((await desk.call('GET', '/merchant/orders/')).statusCode).toBe(200);
    expect(await readTeam()).toMatchObject({ members: [{ role: 'owner' }, { role: 'staff', email }], invitations: [] });
    expectRefusal(await desk.call('POST', '/desk/invitations/acceptance/', { token }), 'link_invalid');
    expectRefusal(await invite(email), 'member_exists');
  });

  it('replaces an invitation by the next one, revokes it, and gives it only to its address', {
    tags: ['@STAFF-13'],
  }, async () => {
    const { desk, email } = await openMember();
    await invite(email);
    const first = await readToken(email);
    const { invitations } = (await invite(email, 'owner')).json();
    expect(invitations).toMatchObject([{ role: 'owner' }]);
    expectRefusal(await desk.call('POST', '/desk/invitations/', { token: first }), 'link_invalid');
    const token = await readToken(email);
    const stranger = await openMember();
    expectRefusal(await stranger.desk.call('POST', '/desk/invitations/acceptance/', { token }), 'invitation_of_other');
    const other = await openDeskAs(shop, await addMerchant(shop.db), 'owner');
    const path = `/merchant/team/invitations/${invitations[0].id}/`;
    expectRefusal(await other.call('DELETE', path), 'not_found');
    expect((await owner.call('DELETE', path)).json().invitations).toEqual([]);
    expectRefusal(await owner.call('DELETE', path), 'not_found');
    expectRefusal(await desk.call('POST', '/desk/invitations/acceptance/', { token }), 'link_invalid');
  });

  it('an invitation expires', { tags: ['@STAFF-13'] }, async () => {
    const { desk, email } = await openMember();
    await invite(email);
    const token = await readToken(email);
    await shop.db.updateTable('invitation').set({ expires_at: new Date() }).execute();
    expectRefusal(await desk.call('POST', '/desk/invitations/', { token }), 'link_invalid');
    expect((await readTeam()).invitations).toEqual([]);
  });

  it('changes roles and removes people, but always keeps an owner', { tags: ['@STAFF-14'] }, async () => {
    const second = await openDeskAs(shop, merchantId, 'staff');
    const [first, other] = (await readTeam()).members;
    const path = (id: number) => `/merchant/team/members/${id}/`;
    expectRefusal(await owner.call('PATCH', path(first.id), { role: 'staff' }), 'last_owner');
    expectRefusal(await owner.call('DELETE', path(first.id)), 'last_owner');
    expect((await owner.call('PATCH', path(first.id), { role: 'owner' })).statusCode).toBe(200);
    expectRefusal(await second.call('GET', '/merchant/team/'), 'not_permitted');
    expect((await owner.call('PATCH', path(other.id), { role: 'owner' })).json().members).toMatchObject([
      { role: 'owner' },
      { role: 'owner' },
    ]);
    expect((await second.call('DELETE', path(first.id))).json().members).toMatchObject([{ id: other.id }]);
    expectRefusal(await owner.call('GET', '/merchant/team/'), 'not_a_member');
    expectRefusal(await second.call('PATCH', path(first.id), { role: 'staff' }), 'not_found');
    const stranger = await openDeskAs(shop, null, 'owner');
    const [operator] = (await stranger.call('GET', '/operator/team/')).json().members;
    expectRefusal(await second.call('DELETE', path(operator.id)), 'not_found');
  });

  it('two owners who remove each other at once: one is left', { tags: ['@STAFF-14'] }, async () => {
    const second = await openDeskAs(shop, merchantId, 'owner');
    const [first, other] = (await readTeam()).members;
    const responses = await Promise.all([
      owner.call('DELETE', `/merchant/team/members/${other.id}/`),
      second.call('DELETE', `/merchant/team/members/${first.id}/`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200);
    const left = await shop.db.selectFrom('membership').select('id').where('merchant_id', '=', merchantId).execute();
    expect(left).toHaveLength(1);
  });

  it('has 50 people and invitations at most', { tags: ['@STAFF-13'] }, async () => {
    for (let n = 1; n < 50; n += 1) expect((await invite(`n${n}@mail.test`)).statusCode).toBe(200);
    expectRefusal(await invite('n50@mail.test'), 'team_full');
    expect((await invite('n1@mail.test', 'owner')).statusCode).toBe(200);
  });
});
