import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId } from '../platform/ids.ts';
import { type Applicant, apply, begin, complete, decide, openApplicant } from '../testing/applications.ts';
import { createBuyer, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { createMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { createPayee } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { addSubItem, openTestShop, signIn, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { approveApplication } from './decisions.service.ts';

let shop: TestShop;
let operator: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  operator = await openDeskAs(shop, null, 'finance');
});
afterAll(() => shop.close());

const mailsTo = async (accountId: number) => {
  const { email } = await shop.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId as never)
    .executeTakeFirstOrThrow();
  await runMinuteJobs(shop);
  return (await shop.mailbox.read(email)).filter(({ subject }) => !subject.includes('bank account'));
};
const addDraft = async (
  applicant: Applicant,
  { title = 'Puna yam', ...fields }: { title?: string; handle?: string; sku?: string } = {},
) => {
  const { subItemId } = await addSubItem(shop.db);
  const body = { title, sub_item_id: subItemId, price: 4500, weight_grams: 2000, stock: 7, ...fields };
  return (await applicant.call('POST', '/merchant/products/', body)).json();
};

describe('the products of a store that is not approved', () => {
  it('can be prepared like others', { tags: ['@JOIN-10'] }, async () => {
    const { applicant, merchantId } = await apply(shop);
    const yam = await addDraft(applicant, { sku: 'YAM' });
    expect(yam).toMatchObject({ title: 'Puna yam', stock: 7, price: 4500, pictures: [] });
    const path = `/merchant/products/${yam.id}/`;
    // A repetition.
    expect((await addDraft(applicant, { sku: 'YAM', title: 'Other yam' })).code).toBe('product_exists');
    const {
      version: _,
      id: __,
      category_path: ___,
      pictures: ____,
      listed_at: _____,
      sale_price: ______,
      ...same
    } = yam;
    expect((await applicant.call('POST', '/merchant/products/', same)).json()).toEqual(yam);
    const changed = (
      await applicant.call('PATCH', path, { version: yam.version, price: 5000, keywords: ['tuber'] })
    ).json();
    expect(changed).toMatchObject({ price: 5000, keywords: ['tuber'], title: 'Puna yam', stock: 7 });
    expectRefusal(await applicant.call('PATCH', path, { version: yam.version, price: 1 }), 'product_changed');
    expect((await applicant.call('POST', `${path}stock/`, { by: -2 })).json()).toMatchObject({ stock: 5 });
    expectRefusal(await applicant.call('POST', `${path}stock/`, { by: -6 }), 'stock_too_low');
    const list = async (query: string) => (await applicant.call('GET', `/merchant/products/?${query}`)).json().results;
    expect(await list('search=tuber')).toMatchObject([{ id: yam.id, price: 5000, stock: 5 }]);
    expect(await list('stock=out')).toEqual([]);
    const stranger = await apply(shop);
    expectRefusal(await stranger.applicant.call('PATCH', path, { version: changed.version, price: 1 }), 'not_found');
    // A program of the store works too.
    const program = await createMerchant(shop, merchantId);
    expect((await program.call('POST', `/products/${yam.id}/stock/`, { to: 9 })).json()).toMatchObject({ stock: 9 });
  });

  it('are nowhere in the shop, on no node, until the store is approved', {
    tags: ['@JOIN-10', '@JOIN-13'],
  }, async () => {
    const { other, close } = await openFollowingNode(shop);
    const get = async (url: string) => {
      const response = await other.app.inject({ url: `/backend${url}` });
      return { url, status: response.statusCode, body: response.body };
    };
    const { applicant, merchantId } = await apply(shop);
    const yam = await addDraft(applicant, { title: 'Zobo of Sokoto' });
    const lists = ['/api/products/', '/api/products/?search=zobo', '/api/new-arrivals/', '/api/hot-deals/'];
    const pages = [`/api/products/${yam.id}/`, `/merchants/${merchantId}/`, `/merchants/${merchantId}/products/`];
    for (const url of lists) expect((await get(url)).body).not.toContain('Zobo');
    for (const url of pages) expect(await get(url)).toMatchObject({ status: 404 });
    const shopper = await signIn(shop.db);
    const call = (method: 'PUT' | 'POST', url: string, payload: object = {}) =>
      shop.app.inject({ method, url: `/backend${url}`, headers: shopper, payload });
    expectRefusal(await call('POST', '/api/cart/', { product_id: yam.id }), 'not_found');
    expectRefusal(await call('PUT', `/api/saved-items/${yam.id}/`), 'not_found');
    expectRefusal(await call('PUT', `/api/followed-sellers/${merchantId}/`), 'not_found');
    expect(await shop.db.selectFrom('product').select('id').where('id', '=', yam.id).execute()).toEqual([]);
    const changed = (await decide(operator, merchantId).approve()).json();
    expect(changed).toMatchObject({ state: 'approved', products: { total: 0, with_pictures: 0 } });
    await waitFor(async () => {
      for (const url of lists.slice(0, 3)) expect((await get(url)).body).toContain('Zobo');
      for (const url of pages) expect(await get(url)).toMatchObject({ status: 200 });
    });
    const buyer = await createBuyer(shop, [[yam.id, 1]]);
    expect((await buyer.submitCheckout(await buyer.prepareCheckout())).statusCode).toBe(200);
    expect((await applicant.call('GET', '/merchant/store/')).json()).toMatchObject({
      state: 'approved',
      suspended_at: null,
      since: new Date().toISOString().slice(0, 10),
    });
    await close();
  });

  it('are not opened or closed by a suspension', { tags: ['@JOIN-2', '@JOIN-10'] }, async () => {
    const { merchantId } = await apply(shop);
    const path = `/operator/merchants/${merchantId}`;
    for (const step of ['unsuspend', 'suspend'])
      expect((await operator.call('POST', `${path}/${step}/`, { reason: 'R' })).json()).toMatchObject({
        state: 'applied',
        suspended_at: null,
      });
    // Not by a node of an earlier release either.
    await expect(
      shop.db.updateTable('merchant').set({ suspended_at: null }).where('id', '=', merchantId).execute(),
    ).rejects.toThrow('merchant_hidden_until_approved');
  });

  it('that are changed while the store is approved are changed in the shop', {
    tags: ['@JOIN-10', '@JOIN-13'],
  }, async () => {
    const { applicant, merchantId } = await apply(shop);
    const yam = await addDraft(applicant);
    const trx = await shop.db.startTransaction().execute();
    // The approval waits for this lock, and the changes for the approval.
    await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forUpdate().execute();
    const approving = decide(operator, merchantId).approve();
    await waitUntilBlocked(shop.db, 1);
    const changes = Promise.all([
      applicant.call('POST', `/merchant/products/${yam.id}/stock/`, { to: 3 }),
      applicant.call('PATCH', `/merchant/products/${yam.id}/`, { version: yam.version, sku: 'Y1' }),
    ]);
    await waitUntilBlocked(shop.db, 3);
    await trx.commit().execute();
    expect((await approving).statusCode).toBe(200);
    expect((await changes).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await stockOf(shop.db, yam.id)).toBe(3);
    expect(await shop.db.selectFrom('product').select('sku').where('id', '=', yam.id).executeTakeFirst()).toEqual({
      sku: 'Y1',
    });
  });
});

describe('operators', () => {
  it('list applications by state, the oldest first', { tags: ['@JOIN-11'] }, async () => {
    const first = await apply(shop);
    const second = await apply(shop);
    const list = async (query = '') =>
      (await operator.call('GET', `/operator/applications/${query}`))
        .json()
        .results.map(({ merchant_id }: { merchant_id: number }) => merchant_id);
    const own = (ids: number[]) => ids.filter((id) => id === first.merchantId || id === second.merchantId);
    expect(own(await list('?state=applied'))).toEqual([first.merchantId, second.merchantId]);
    expect(own(await list('?state=draft'))).toEqual([]);
    await decide(operator, first.merchantId).decline();
    expect(own(await list())).toEqual([second.merchantId, first.merchantId]);
    expect(own(await list('?state=declined'))).toEqual([first.merchantId]);
    expect(own(await list('?state=approved'))).toEqual([]);
    expectRefusal(await operator.call('GET', '/operator/applications/?cursor=no'), 'invalid_input');
    expectRefusal(await operator.call('GET', '/operator/applications/?state=open'), 'invalid_input');
  });

  it('page through many of them', { tags: ['@JOIN-11'] }, async () => {
    await shop.pool.query(`
      with made as (
        insert into merchant (slug, name, place, country, since, state, suspended_at)
        select 'many-' || n, 'Many ' || n, '', 'NG', '2026-01-01', 'applied', now() from generate_series(1, 120) n returning id)
      insert into store_application (merchant_id, state_since) select id, '2026-01-01' from made`);
    const ids: number[] = [];
    let url: string | null = '/operator/applications/?state=applied';
    for (let pages = 0; url !== null && pages < 5; pages += 1) {
      const page: { next: string | null; results: { merchant_id: number }[] } = (
        await operator.call('GET', url)
      ).json();
      ids.push(...page.results.map(({ merchant_id }) => merchant_id));
      url = page.next === null ? null : page.next.slice(page.next.indexOf('/operator/'));
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(0, 120)).toEqual(ids.slice(0, 120).toSorted((a, b) => a - b));
    expect(ids.length).toBeGreaterThanOrEqual(120);
    await shop.pool.query(`delete from merchant where slug like 'many-%'`);
  });

  it('read what they need to decide', { tags: ['@JOIN-12'] }, async () => {
    const account = { first_name: 'Sandbox', last_name: 'Account', phone_number: '+2348030000000' };
    const applicant = await openApplicant(shop, account);
    const number = { account_number: '1112223334', phone: '0803 777 0001' };
    const path = await complete(shop, applicant, number);
    await applicant.call('POST', `${path}submit/`);
    const merchantId = applicant.store as MerchantId;
    await addDraft(applicant);
    const withPicture = await addDraft(applicant, { title: 'Yam flour' });
    await shop.db
      .updateTable('suspended_product')
      .set({ pictures: JSON.stringify([{ position: 0, key: 'products/yam', alt: 'Yam' }]) })
      .where('id', '=', withPicture.id)
      .execute();
    const read = decide(operator, merchantId).read;
    expect(await read()).toMatchObject({
      ...{ state: 'applied', phone: '+2348037770001', expected_products: 12, commission_per_mille: 100 },
      bank_account: { account_name: 'Sandbox Account 3334', last_digits: '3334', is_name_similar: true },
      applicant: {
        ...{ account_id: applicant.accountId, name: 'Sandbox Account', phone: '+2348030000000' },
        account_created_at: expect.any(String),
      },
      products: { total: 2, with_pictures: 1 },
      other_stores: [],
    });
    // Others with the same phone, the same bank account, and the same owner.
    const other = await apply(shop, { phone: '+2348037770001', account_number: '9992223334' });
    const { merchantId: payee } = await createPayee(shop, null);
    await (await createMerchant(shop, payee)).call('PUT', '/bank-account/', {
      bank_code: '058',
      account_number: '1112223334',
    });
    const { merchantId: foreign } = await createPayee(shop, null);
    await (await createMerchant(shop, foreign)).call('PUT', '/bank-account/', {
      bank_code: '057',
      account_number: '1112223334',
    });
    await shop.db
      .insertInto('membership')
      .values({ account_id: applicant.accountId, merchant_id: payee, role: 'owner' })
      .execute();
    expect((await read()).other_stores).toEqual([
      {
        merchant_id: other.merchantId,
        store_name: other.application.store_name,
        state: 'applied',
        suspended_at: null,
        shares: ['phone'],
      },
      {
        merchant_id: payee,
        store_name: 'Mile Twelve Fresh',
        state: 'approved',
        suspended_at: null,
        shares: ['account', 'bank_account'],
      },
    ]);
    expectRefusal(await operator.call('GET', `/operator/applications/${payee}/`), 'not_found');
  });

  it('approve, which is mailed and in the audit log', { tags: ['@JOIN-13', '@JOIN-17'] }, async () => {
    const { applicant, path, merchantId, application } = await apply(shop);
    await addDraft(applicant);
    const { approve } = decide(operator, merchantId);
    const approved = (await approve()).json();
    expect(approved).toMatchObject({ state: 'approved', decline_reason: null });
    const [mail, ...others] = await mailsTo(applicant.accountId);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${application.store_name} is open on Sokuwa`);
    expect(mail?.text).toContain('/desk/first-steps');
    const entry = await shop.db
      .selectFrom('audit_entry')
      .select(['actor', 'before', 'after'])
      .where('subject', '=', `merchant ${merchantId}`)
      .where('action', '=', 'merchants approve')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ before: { state: 'applied' }, after: { state: 'approved', products: 1 } });
    expectRefusal(await approve(), 'application_not_waiting');
    expectRefusal(await applicant.call('PATCH', path, { place: 'Kano' }), 'store_approved');
    expectRefusal(await applicant.call('PUT', `${path}terms/`, { version: '1' }), 'store_approved');
    expectRefusal(await applicant.call('POST', `${path}submit/`), 'store_approved');
    expectRefusal(await applicant.call('DELETE', path), 'store_approved');
    expect((await applicant.call('GET', '/desk/applications/')).json()).toMatchObject({
      results: [{ state: 'approved' }],
      may_apply: true,
    });
  });

  it('decline with a reason, and the application can be changed and sent again', { tags: ['@JOIN-14'] }, async () => {
    const { applicant, path, merchantId, application } = await apply(shop);
    const { decline, approve } = decide(operator, merchantId);
    expectRefusal(await decline(''), 'invalid_input');
    const declined = (await decline('Nobody answers the phone.')).json();
    expect(declined).toMatchObject({ state: 'declined', decline_reason: 'Nobody answers the phone.' });
    const [mail] = await mailsTo(applicant.accountId);
    expect(mail?.subject).toBe(`Your application for ${application.store_name}`);
    expect(mail?.text).toContain('Nobody answers the phone.');
    expect(mail?.text).toContain('/desk/join');
    expectRefusal(await approve(), 'application_not_waiting');
    const read = async () => (await applicant.call('GET', path)).json();
    expect(await read()).toMatchObject({ state: 'declined', decline_reason: 'Nobody answers the phone.', missing: [] });
    await applicant.call('PATCH', path, { phone: '0806 555 0178' });
    expect(await read()).toMatchObject({ state: 'declined', phone: '+2348065550178' });
    expect((await applicant.call('POST', `${path}submit/`)).json()).toMatchObject({
      state: 'applied',
      decline_reason: null,
    });
    expect((await approve()).json()).toMatchObject({ state: 'approved' });
  });

  it('decide on the version that they have read', { tags: ['@JOIN-16'] }, async () => {
    const { applicant, path, merchantId } = await apply(shop);
    const { read, approve, decline } = decide(operator, merchantId);
    let { version } = await read();
    expect((await read()).version).toBe(version);
    const changes: (() => Promise<unknown>)[] = [
      () => applicant.call('PATCH', path, { description: 'Something else.' }),
      () => applicant.call('PATCH', '/merchant/store/', { place: 'Kano, Nigeria' }),
    ];
    for (const change of changes) {
      await change();
      expectRefusal(await approve(version), 'application_changed');
      expectRefusal(await decline('Why not', version), 'application_changed');
      ({ version } = await read());
    }
    expect((await approve(version)).statusCode).toBe(200);
  });

  it('of whom two decide at once: one has decided', { tags: ['@JOIN-16'] }, async () => {
    const { applicant, merchantId } = await apply(shop);
    const { read, approve, decline } = decide(operator, merchantId);
    const { version } = await read();
    const trx = await shop.db.startTransaction().execute();
    await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forUpdate().execute();
    const second = await openDeskAs(shop, null, 'owner');
    const both = Promise.all([approve(version), decide(second, merchantId).decline('Why not', version)]);
    await waitUntilBlocked(shop.db, 2);
    await trx.commit().execute();
    const codes = (await both).map((response) => response.json().code);
    expect(codes.toSorted()).toEqual(['application_not_waiting', undefined]);
    expect(await mailsTo(applicant.accountId)).toHaveLength(1);
    expectRefusal(await decline('Why not', version), 'application_not_waiting');
  });

  it('do not approve what the applicant changes at the same time', { tags: ['@JOIN-16'] }, async () => {
    const { applicant, path, merchantId } = await apply(shop);
    const { read, approve } = decide(operator, merchantId);
    const { version } = await read();
    const trx = await shop.db.startTransaction().execute();
    await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forUpdate().execute();
    const changing = applicant.call('PATCH', path, { description: 'Counterfeit watches.' });
    await waitUntilBlocked(shop.db, 1);
    const approving = approve(version);
    await waitUntilBlocked(shop.db, 2);
    await trx.commit().execute();
    expect((await changing).statusCode).toBe(200);
    expectRefusal(await approving, 'application_changed');
  });

  it('do not decide on drafts', { tags: ['@JOIN-16'] }, async () => {
    const applicant = await openApplicant(shop);
    const { merchant_id } = await begin(applicant);
    expectRefusal(await decide(operator, merchant_id).approve(), 'application_not_waiting');
  });

  it('mail the store when the account of the applicant is deleted', { tags: ['@JOIN-13'] }, async () => {
    const { applicant, merchantId } = await apply(shop, { email: `store${Date.now()}@mail.test` });
    await openDeskAs(shop, merchantId, 'owner');
    await shop.db.deleteFrom('account').where('id', '=', applicant.accountId).execute();
    const { read, approve } = decide(operator, merchantId);
    const { applicant: nobody, email } = await read();
    expect(nobody).toBeNull();
    expect((await approve()).statusCode).toBe(200);
    await runMinuteJobs(shop);
    expect((await shop.mailbox.read(email ?? '')).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('is open on Sokuwa'),
    );
  });
});

it('only tries what is a dry run', { tags: ['@JOIN-17'] }, async () => {
  const { merchantId } = await apply(shop);
  const tried = await approveApplication(shop, merchantId, undefined, { ...LIVE_ACT, dryRun: true });
  expect(tried).toMatchObject({ products: 0 });
  expect((await decide(operator, merchantId).read()).state).toBe('applied');
});
