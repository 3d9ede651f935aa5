import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId } from '../platform/ids.ts';
import { addMember, registration } from '../testing/account.ts';
import { apply, begin, complete, newStoreName, openApplicant } from '../testing/applications.ts';
import { addMembership, openDesk, openDeskAs } from '../testing/desk.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.db.insertInto('country').values({ code: 'GH', name: 'Ghana', currency: 'GHS' }).execute();
});
afterAll(() => shop.close());

const stateOf = (merchantId: number) =>
  shop.db
    .selectFrom('merchant')
    .select(['state', 'slug', 'name', 'place', 'country', 'email'])
    .where('id', '=', merchantId as MerchantId)
    .executeTakeFirst();
const actionsOn = async (merchantId: number) => {
  const rows = await shop.db
    .selectFrom('audit_entry')
    .select(['action', 'actor'])
    .where('subject', '=', `merchant ${merchantId}`)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('an application', () => {
  it('can be begun by anybody who signs in, and is a draft store of theirs', {
    tags: ['@JOIN-1', '@JOIN-2'],
  }, async () => {
    const member = await addMember(shop);
    const desk = openDesk(shop);
    expect(await desk.signIn(member)).toEqual({ signed_in: true, factors: [] });
    expect((await desk.call('GET', '/desk/session/')).json().memberships).toEqual([]);
    expect((await desk.call('GET', '/desk/applications/')).json()).toEqual({ results: [], may_apply: true });
    const name = newStoreName();
    const application = (await desk.call('POST', '/desk/applications/', { store_name: name })).json();
    expect(application).toMatchObject({
      state: 'draft',
      store_name: name,
      country: 'NG',
      email: member.email,
      terms: null,
    });
    expect(application.slug).toMatch(/^saki-yam-house-[\da-f-]{36}$/);
    expect((await desk.call('GET', '/desk/session/')).json().memberships).toEqual([
      { of: 'merchant', merchant_id: application.merchant_id, name, state: 'draft', role: 'owner' },
    ]);
    desk.store = application.merchant_id;
    expect((await desk.call('GET', '/merchant/store/')).json()).toMatchObject({
      name,
      state: 'draft',
      suspended_at: null,
    });
    for (const path of [
      'orders',
      'products',
      'messages',
      'returns',
      'payouts',
      'balance',
      'team',
      'tokens',
      'webhooks',
    ])
      expect((await desk.call('GET', `/merchant/${path}/`)).statusCode).toBe(200);
  });

  it('is saved step by step', { tags: ['@JOIN-5', '@JOIN-6'] }, async () => {
    const applicant = await openApplicant(shop);
    const { merchant_id } = await begin(applicant);
    const path = `/desk/applications/${merchant_id}/`;
    const change = async (fields: object) => (await applicant.call('PATCH', path, fields)).json();
    const { categoryId } = await addSubItem(shop.db);
    expect(await change({ place: ' Ṣakí,  Nigeria ' })).toMatchObject({ place: 'Ṣakí,  Nigeria' });
    expect(await change({ phone: '0806 555 0177' })).toMatchObject({ phone: '+2348065550177' });
    expect(await change({ country: 'GH', phone: '024 412 3456' })).toMatchObject({ phone: '+233244123456' });
    expect(await change({ categories: [categoryId, categoryId] })).toMatchObject({
      categories: [{ id: categoryId, name: `Category ${categoryId}` }],
    });
    await change({ description: 'Yam.', expected_products: 12, email: 'yam@mail.test' });
    const name = newStoreName();
    const changed = await change({ registration_number: 'BN 12345', store_name: name });
    expect(changed).toMatchObject({
      ...{ store_name: name, place: 'Ṣakí,  Nigeria', description: 'Yam.', expected_products: 12, country: 'GH' },
      ...{ registration_number: 'BN 12345', email: 'yam@mail.test', phone: '+233244123456' },
    });
    expect((await applicant.call('GET', path)).json()).toEqual(changed);
    expect((await applicant.call('GET', '/desk/applications/')).json()).toEqual({
      results: [changed],
      may_apply: false,
    });
    expect(await change({ phone: '', registration_number: '', expected_products: null })).toMatchObject({
      phone: null,
      registration_number: null,
      expected_products: null,
    });
    expect(await stateOf(merchant_id)).toMatchObject({ slug: changed.slug, country: 'GH', email: 'yam@mail.test' });
    expect(await actionsOn(merchant_id)).toEqual(['application create', ...Array(7).fill('application change')]);
  });

  it('refuses a field that is not one, and keeps the others', { tags: ['@JOIN-5'] }, async () => {
    const applicant = await openApplicant(shop);
    const { merchant_id } = await begin(applicant, { description: 'Yam.' });
    const change = (fields: object) => applicant.call('PATCH', `/desk/applications/${merchant_id}/`, fields);
    for (const [fields, code] of [
      [{ phone: '12' }, 'phone_invalid'],
      [{ country: 'ZZ' }, 'unknown_country'],
      [{ categories: [999_999] }, 'invalid_input'],
      [{ store_name: '北京' }, 'invalid_input'],
      [{ expected_products: 0 }, 'invalid_input'],
      [{ fax: '1' }, 'invalid_input'],
      [{ description: 'x'.repeat(301) }, 'invalid_input'],
    ] as const) {
      const refused = await change({ place: 'Kano', ...fields });
      expectRefusal(refused, code);
      expect(refused.json().errors).toBeDefined();
    }
    expect((await applicant.call('GET', `/desk/applications/${merchant_id}/`)).json()).toMatchObject({
      description: 'Yam.',
      place: '',
      phone: null,
    });
  });

  it('belongs to the owners of the store', { tags: ['@JOIN-6'] }, async () => {
    const { merchantId, path } = await apply(shop);
    const stranger = await openApplicant(shop);
    const staff = await openDeskAs(shop, merchantId, 'staff');
    const operator = await openDeskAs(shop, null, 'owner');
    for (const desk of [stranger, staff, operator]) {
      expectRefusal(await desk.call('GET', path), 'not_found');
      expectRefusal(await desk.call('PATCH', path, { place: 'Kano' }), 'not_found');
      expectRefusal(await desk.call('PUT', `${path}terms/`, { version: '1' }), 'not_found');
      expectRefusal(await desk.call('POST', `${path}submit/`), 'not_found');
      expectRefusal(await desk.call('DELETE', path), 'not_found');
    }
    const second = await openDeskAs(shop, merchantId, 'owner');
    expect((await second.call('PATCH', path, { place: 'Kano' })).json()).toMatchObject({ place: 'Kano' });
    // A merchant that has not applied.
    const other = await addMerchant(shop.db);
    await addMembership(shop, second.accountId, other, 'owner');
    expectRefusal(await second.call('GET', `/desk/applications/${other}/`), 'not_found');
  });
});

describe('the name of a store', () => {
  it('is checked, and taken names are refused', { tags: ['@JOIN-3'] }, async () => {
    const applicant = await openApplicant(shop);
    const check = async (name: string) =>
      (await applicant.call('GET', `/desk/store-name/?name=${encodeURIComponent(name)}`)).json();
    const name = newStoreName();
    const { slug } = await check(name);
    expect(await check(name)).toEqual({ name, slug, is_free: true });
    const { merchant_id } = await begin(applicant, { store_name: name });
    expect(await check(name)).toMatchObject({ is_free: true });
    const second = await openApplicant(shop);
    const isFree = async (text: string) =>
      (await second.call('GET', `/desk/store-name/?name=${encodeURIComponent(text)}`)).json().is_free;
    for (const taken of [name, name.toUpperCase(), name.replaceAll(' ', '  '), name.normalize('NFD')])
      expect(await isFree(taken)).toBe(false);
    expectRefusal(
      await second.call('POST', '/desk/applications/', { store_name: name.toLowerCase() }),
      'store_name_taken',
    );
    await addMerchant(shop.db, { name: 'Ọjà Àárọ̀' });
    expect(await isFree('ọjà àárọ̀')).toBe(false);
    const own = await begin(second);
    const path = `/desk/applications/${own.merchant_id}/`;
    expectRefusal(await second.call('PATCH', path, { store_name: name, place: 'Kano' }), 'store_name_taken');
    expect((await second.call('GET', path)).json()).toEqual(own);
    await applicant.call('DELETE', `/desk/applications/${merchant_id}/`);
    expect((await second.call('PATCH', path, { store_name: name })).json()).toMatchObject({ store_name: name, slug });
  });

  it('is given to one of two who apply at once', { tags: ['@JOIN-3'] }, async () => {
    const [first, second] = [await openApplicant(shop), await openApplicant(shop)];
    const store_name = newStoreName();
    const trx = await shop.db.startTransaction().execute();
    await trx.selectFrom('account').select('id').where('id', '=', first.accountId).forUpdate().execute();
    await trx.selectFrom('account').select('id').where('id', '=', second.accountId).forUpdate().execute();
    const both = Promise.all([first, second].map((one) => one.call('POST', '/desk/applications/', { store_name })));
    await waitUntilBlocked(shop.db, 2);
    await trx.commit().execute();
    const statuses = (await both).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409]);
  });
});

describe('an account', () => {
  it('has one application at a time, and three stores', { tags: ['@JOIN-4'] }, async () => {
    const applicant = await openApplicant(shop);
    const first = await begin(applicant);
    const create = (store_name: string) => applicant.call('POST', '/desk/applications/', { store_name });
    // A repetition, whose response was lost.
    expect((await create(first.store_name)).json()).toEqual(first);
    expectRefusal(await create(newStoreName()), 'application_open');
    const approve = () =>
      shop.db
        .updateTable('merchant')
        .set({ state: 'approved', suspended_at: null })
        .where('state', '<>', 'approved')
        .execute();
    await approve();
    await begin(applicant);
    await approve();
    await addMembership(shop, applicant.accountId, await addMerchant(shop.db), 'staff');
    expect((await begin(applicant)).state).toBe('draft');
    await approve();
    expectRefusal(await create(newStoreName()), 'too_many_stores');
    expect((await applicant.call('GET', '/desk/applications/')).json()).toMatchObject({
      results: [{}, {}, { state: 'approved' }],
      may_apply: false,
    });
  });

  it('that applies twice at once has applied once', { tags: ['@JOIN-4'] }, async () => {
    const applicant = await openApplicant(shop);
    const trx = await shop.db.startTransaction().execute();
    await trx.selectFrom('account').select('id').where('id', '=', applicant.accountId).forUpdate().execute();
    const both = Promise.all(
      [newStoreName(), newStoreName()].map((store_name) =>
        applicant.call('POST', '/desk/applications/', { store_name }),
      ),
    );
    await waitUntilBlocked(shop.db, 2);
    await trx.commit().execute();
    const codes = (await both).map((response) => response.json().code);
    expect(codes.toSorted()).toEqual(['application_open', undefined]);
  });

  it('begins five applications a day, and sends ten', { tags: ['@JOIN-4'] }, async () => {
    const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const applicant = await openApplicant(limited);
    for (let n = 0; n < 5; n += 1) {
      const { merchant_id } = await begin(applicant);
      await applicant.call('DELETE', `/desk/applications/${merchant_id}/`);
    }
    expectRefusal(
      await applicant.call('POST', '/desk/applications/', { store_name: newStoreName() }),
      'too_many_requests',
    );
    const second = await openApplicant(limited);
    const { merchant_id } = await begin(second);
    const submit = () => second.call('POST', `/desk/applications/${merchant_id}/submit/`);
    for (let n = 0; n < 10; n += 1) expectRefusal(await submit(), 'application_incomplete');
    expectRefusal(await submit(), 'too_many_requests');
    await limited.close();
  });
});

describe('sending', () => {
  it('says what is missing until nothing is', { tags: ['@JOIN-9'] }, async () => {
    const applicant = await openApplicant(shop);
    const { merchant_id, missing } = await begin(applicant);
    const path = `/desk/applications/${merchant_id}/`;
    const everything = ['place', 'phone', 'categories', 'description', 'expected_products', 'bank_account', 'terms'];
    expect(missing).toEqual(everything);
    const refused = await applicant.call('POST', `${path}submit/`);
    expectRefusal(refused, 'application_incomplete');
    expect(Object.keys(refused.json().errors)).toEqual(everything);
    expect(await stateOf(merchant_id)).toMatchObject({ state: 'draft' });
    await applicant.call('DELETE', path);
    const full = await complete(shop, applicant);
    const sent = (await applicant.call('POST', `${full}submit/`)).json();
    expect(sent).toMatchObject({
      ...{ state: 'applied', missing: [], submitted_at: sent.state_since },
      bank_account: { bank_code: '058', last_digits: '6789', account_name: 'Sandbox Account 6789' },
    });
    expect((await applicant.call('POST', `${full}submit/`)).json()).toEqual(sent);
    expect((await actionsOn(sent.merchant_id)).filter((action) => action === 'application submit')).toHaveLength(1);
  });

  it('needs the terms as they are now', { tags: ['@JOIN-8', '@JOIN-9'] }, async () => {
    const applicant = await openApplicant(shop);
    const path = await complete(shop, applicant);
    const { version, sections } = (await applicant.call('GET', '/desk/merchant-terms/')).json();
    expect(JSON.stringify(sections)).toContain('10%');
    expect((await applicant.call('GET', path)).json().terms.version).toBe(version);
    const { accepted_at } = (await applicant.call('PUT', `${path}terms/`, { version })).json().terms;
    expect((await applicant.call('PUT', `${path}terms/`, { version })).json().terms.accepted_at).toBe(accepted_at);
    await shop.db
      .updateTable('store_application')
      .set({ terms_version: '0-old' })
      .where('account_id', '=', applicant.accountId)
      .execute();
    expect((await applicant.call('GET', path)).json().missing).toEqual(['terms']);
    const refused = await applicant.call('POST', `${path}submit/`);
    expect(refused.json().errors).toEqual({ terms: ['Accept the terms.'] });
    expectRefusal(await applicant.call('PUT', `${path}terms/`, { version: '0-old' }), 'terms_outdated');
    const stored = await shop.db
      .selectFrom('store_application')
      .select(['terms_account_id'])
      .where('account_id', '=', applicant.accountId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ terms_account_id: applicant.accountId });
  });
});

describe('a draft store', () => {
  it('can be deleted with everything that was prepared', { tags: ['@JOIN-7'] }, async () => {
    const { applicant, path, merchantId } = await apply(shop);
    const { subItemId } = await addSubItem(shop.db);
    const product = { title: 'Yam', sub_item_id: subItemId, price: 100, weight_grams: 1 };
    expect((await applicant.call('POST', '/merchant/products/', product)).statusCode).toBe(200);
    await applicant.call('POST', '/merchant/team/invitations/', { email: registration().email, role: 'staff' });
    await applicant.call('POST', '/merchant/tokens/', { name: 'till', scope: 'write' });
    expect((await applicant.call('DELETE', path)).json()).toEqual({ message: 'The store is deleted.' });
    expect(await stateOf(merchantId)).toBeUndefined();
    for (const table of ['suspended_product', 'membership', 'invitation', 'api_token', 'bank_account'] as const)
      expect(
        await shop.db.selectFrom(table).select('merchant_id').where('merchant_id', '=', merchantId).execute(),
      ).toEqual([]);
    expectRefusal(await applicant.call('DELETE', path), 'not_found');
    expectRefusal(await applicant.call('GET', '/merchant/store/'), 'not_a_member');
  });

  it('is deleted also while a product is added to it', { tags: ['@JOIN-7'] }, async () => {
    const { applicant, path, merchantId } = await apply(shop);
    const trx = await shop.db.startTransaction().execute();
    // What adding a product does.
    await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forShare().execute();
    await trx
      .insertInto('suspended_product')
      .values({
        id: 900_000_000 as never,
        merchant_id: merchantId,
        stock: 1,
        product: '{"title": "Yam"}',
        pictures: '[]',
      })
      .execute();
    const deleting = applicant.call('DELETE', path);
    await waitUntilBlocked(shop.db, 1);
    await trx.commit().execute();
    expect((await deleting).statusCode).toBe(200);
    expect(await stateOf(merchantId)).toBeUndefined();
  });

  it('needs no table that would keep it from being deleted', { tags: ['@JOIN-7'] }, async () => {
    const { rows } = await shop.pool.query<{ table: string }>(`
      select conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confrelid = 'merchant'::regclass and confdeltype = 'a' order by 1`);
    // A table that a draft store can have rows in is deleted from by deleteDraftStore, or cascades.
    expect(rows.map(({ table }) => table)).toEqual(['invitation', 'membership', 'product', 'suspended_product']);
  });

  it('is exported, and deleted with the account of its only owner', { tags: ['@JOIN-15'] }, async () => {
    const { applicant, merchantId, application } = await apply(shop);
    const kept = await apply(shop);
    await openDeskAs(shop, kept.merchantId, 'owner');
    const { readers, erasers } = shop.personalData;
    const personOf = async ({ accountId }: typeof applicant) => {
      const { email } = await shop.db
        .selectFrom('account')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return { id: accountId, email };
    };
    expect(await readers.store_applications(shop.db, await personOf(applicant))).toEqual([
      {
        ...{ store_name: application.store_name, state: 'applied', country: 'NG', place: 'Ṣakí, Nigeria' },
        ...{ phone: '+2348065550177', email: application.email, description: 'Yam, yam flour and dried pepper.' },
        kinds_of_goods: application.categories.map(({ name }) => name),
        ...{ expected_products: 12, registration_number: null, terms: application.terms, decline_reason: null },
        ...{ begun_at: expect.any(String), submitted_at: application.submitted_at },
      },
    ]);
    for (const one of [applicant, kept.applicant]) {
      const person = await personOf(one);
      await shop.db.transaction().execute(async (trx) => {
        for (const erase of erasers) await erase(trx, person);
        await trx.deleteFrom('account').where('id', '=', person.id).execute();
      });
    }
    expect(await stateOf(merchantId)).toBeUndefined();
    expect(await stateOf(kept.merchantId)).toMatchObject({ state: 'applied' });
  });
});
