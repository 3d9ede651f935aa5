import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspendMerchant } from '../catalog/merchant.service.ts';
import { creditMerchant, debit, post } from '../ledger/index.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { createToken, hashToken } from '../platform/tokens.ts';
import { addMember } from '../testing/account.ts';
import { runMinuteJobs } from '../testing/buyer.ts';
import { openDesk, openDeskAs } from '../testing/desk.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, signIn as signInToShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { staffCommands } from './staff.operator.ts';
import { deleteInvitationOf, deleteMembership, lockTeam, upsertInvitation } from './team.sql.ts';

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

  it('has no invitation of somebody who was added or removed meanwhile', { tags: ['@STAFF-13'] }, async () => {
    const { desk, email } = await openMember();
    const commands = staffCommands(shop.db);
    await invite(email.toUpperCase());
    const first = await readToken(email.toUpperCase());
    await commands.add({ email, role: 'staff', merchant: merchantId }, LIVE_ACT);
    expect(await readTeam()).toMatchObject({ members: [{}, { email }], invitations: [] });
    expectRefusal(await desk.call('POST', '/desk/invitations/acceptance/', { token: first }), 'link_invalid');

    const offer = { merchantId, email, role: 'owner' as const, expiresAt: new Date(Date.now() + 60_000) };
    for (const remove of [
      async () => owner.call('DELETE', `/merchant/team/members/${(await readTeam()).members[1].id}/`),
      async () => commands.remove({ email, merchant: merchantId }, LIVE_ACT),
    ]) {
      const token = createToken();
      await upsertInvitation(shop.db, { ...offer, tokenHash: hashToken(token) });
      await remove();
      expect(await readTeam()).toMatchObject({ members: [{ role: 'owner' }], invitations: [] });
      expectRefusal(await desk.call('POST', '/desk/invitations/acceptance/', { token }), 'link_invalid');
      await commands.add({ email, role: 'staff', merchant: merchantId }, LIVE_ACT);
    }
  });

  it('does not add somebody who is removed while an invitation is accepted', { tags: ['@STAFF-13'] }, async () => {
    const { desk, email } = await openMember();
    await invite(email);
    const token = await readToken(email);
    const removal = await shop.db.startTransaction().execute();
    await lockTeam(removal, merchantId);
    const accepted = desk.call('POST', '/desk/invitations/acceptance/', { token });
    await waitUntilBlocked(shop.db, 1);
    await deleteInvitationOf(removal, merchantId, email);
    await removal.commit().execute();
    expectRefusal(await accepted, 'link_invalid');
  });

  it('mails an address five times a day at most, whoever invites it', { tags: ['@STAFF-21'] }, async () => {
    const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    try {
      for (let n = 0; n < 5; n += 1) {
        const desk = await openDeskAs(limited, await addMerchant(limited.db), 'owner');
        expect((await invite(n % 2 ? 'Bomb@mail.test' : 'bomb@mail.test', 'staff', desk)).statusCode).toBe(200);
      }
      const desk = await openDeskAs(limited, null, 'owner');
      const response = await desk.call('POST', '/operator/team/invitations/', {
        email: 'bomb@mail.test',
        role: 'owner',
      });
      expect(response.json().code).toBe('too_many_requests');
    } finally {
      await limited.close();
    }
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

  const deleteAccount = async ({ accountId }: { accountId: AccountId }) =>
    shop.app.inject({
      method: 'DELETE',
      url: '/backend/user-profile-update',
      headers: await signInToShop(shop.db, accountId),
    });

  it('keeps its owner: the account of the only one is not deleted', { tags: ['@STAFF-14', '@STAFF-18'] }, async () => {
    const staff = await openDeskAs(shop, merchantId, 'staff');
    const refused = await deleteAccount(owner);
    expectRefusal(refused, 'only_owner');
    expect(refused.json().errors).toEqual({ teams: ['Mile Twelve Fresh'] });
    const [, { id }] = (await readTeam()).members;
    await owner.call('PATCH', `/merchant/team/members/${id}/`, { role: 'owner' });
    expect((await deleteAccount(owner)).statusCode).toBe(200);
    expect((await staff.call('GET', '/merchant/team/')).json().members).toHaveLength(1);
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['action', 'subject', 'before'])
      .where('actor', '=', `account ${owner.accountId}`)
      .where('action', '=', 'team leave')
      .execute();
    const before = { account: owner.accountId, role: 'owner' };
    expect(entries).toEqual([{ action: 'team leave', subject: `merchant ${merchantId}`, before }]);
  });

  it('of a store is needed until an operator has closed it, and nothing is owed', { tags: ['@STAFF-18'] }, async () => {
    expectRefusal(await deleteAccount(owner), 'only_owner');
    await suspendMerchant(shop.db, merchantId, LIVE_ACT);
    const owe = (cause: string, amount: number) =>
      shop.db.transaction().execute((trx) => {
        const entries = [creditMerchant(merchantId, kobo(amount)), debit('bank', kobo(amount))];
        return post(trx, { kind: 'sale', cause: `${cause} ${merchantId}`, entries });
      });
    await owe('a sale', 100);
    expectRefusal(await deleteAccount(owner), 'only_owner');
    await owe('too much', -200);
    expectRefusal(await deleteAccount(owner), 'only_owner');
    await owe('the rest', 100);
    const staff = await openDeskAs(shop, merchantId, 'staff');
    expectRefusal(await deleteAccount(owner), 'only_owner');
    expect((await deleteAccount(staff)).statusCode).toBe(200);
    expect((await deleteAccount(owner)).statusCode).toBe(200);
  });

  it('of operators is needed while there are others', { tags: ['@STAFF-18'] }, async () => {
    await shop.db.deleteFrom('membership').where('merchant_id', 'is', null).execute();
    const [first, second] = [await openDeskAs(shop, null, 'owner'), await openDeskAs(shop, null, 'finance')];
    const refused = await deleteAccount(first);
    expectRefusal(refused, 'only_owner');
    expect(refused.json().errors).toEqual({ teams: ['operators'] });
    expect((await deleteAccount(second)).statusCode).toBe(200);
    expect((await deleteAccount(first)).statusCode).toBe(200);
  });

  it('keeps one of two owners who delete their accounts at once', { tags: ['@STAFF-18'] }, async () => {
    const second = await openDeskAs(shop, merchantId, 'owner');
    const third = await openDeskAs(shop, merchantId, 'owner');
    const [, , { id }] = (await readTeam()).members;
    // The third one is removed meanwhile: the two wait for that.
    const trx = await shop.db.startTransaction().execute();
    await lockTeam(trx, merchantId);
    const deletions = [deleteAccount(owner), deleteAccount(second)];
    await waitUntilBlocked(shop.db, 2);
    await deleteMembership(trx, id);
    await trx.commit().execute();
    const responses = await Promise.all(deletions);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expectRefusal(await third.call('GET', '/merchant/team/'), 'not_a_member');
  });

  it('has 50 people and invitations at most', { tags: ['@STAFF-13'] }, async () => {
    for (let n = 1; n < 50; n += 1) expect((await invite(`n${n}@mail.test`)).statusCode).toBe(200);
    expectRefusal(await invite('n50@mail.test'), 'team_full');
    expect((await invite('n1@mail.test', 'owner')).statusCode).toBe(200);
  });
});
