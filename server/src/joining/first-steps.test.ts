import * as calls from '@sokuwa/contract/joining/first-steps.endpoints.ts';
import { firstSteps } from '@sokuwa/contract/joining/first-steps.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, decide } from '../testing/applications.ts';
import { openDeskAs } from '../testing/desk.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { expectRefusal } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { addProduct, addSubItem, type TestShop } from '../testing/shop.ts';

let shops: RefusalShops;
let shop: TestShop;
beforeAll(async () => {
  shops = await openRefusalShops();
  ({ shop } = shops);
});
afterAll(() => shops.close());

const PATH = '/merchant/first-steps/';
const doneOf = (body: { steps: { step: string; is_done: boolean }[] }): Record<string, boolean> =>
  Object.fromEntries(body.steps.map(({ step, is_done }) => [step, is_done]));

describe('the first steps', () => {
  it('are done one after the other', { tags: ['@JOIN-18'] }, async () => {
    const { applicant, merchantId } = await apply(shop);
    const read = async () => doneOf((await applicant.call('GET', PATH)).json());
    const expected = {
      ...{ verified_email: true, second_factor: false, store_details: true, cover: false, bank_account: true },
      ...{ first_product: false, first_order: false },
    };
    expect(await read()).toEqual(expected);
    expect(Object.keys(await read())).toEqual(Object.keys(expected));
    const { subItemId } = await addSubItem(shop.db);
    const body = { title: 'Yam', sub_item_id: subItemId, price: 4500, weight_grams: 2000, stock: 7 };
    const { id } = (await applicant.call('POST', '/merchant/products/', body)).json();
    const setPictures = (keys: string[]) =>
      shop.db
        .updateTable('suspended_product')
        .set({ pictures: JSON.stringify(keys.map((key, position) => ({ position, key, alt: 'Yam' }))) })
        .where('id', '=', id)
        .execute();
    await setPictures(['products/one']);
    expect(await read()).toEqual(expected);
    await setPictures(['products/one', 'products/two']);
    expect(await read()).toEqual({ ...expected, first_product: true });
    await decide(await openDeskAs(shop, null, 'owner'), merchantId).approve();
    await shop.db.updateTable('merchant').set({ cover_key: 'stores/cover' }).where('id', '=', merchantId).execute();
    const { id: order } = await placePaidOrder(shop, [[id, 1]]);
    expect(await read()).toEqual({ ...expected, first_product: true, cover: true });
    await applicant.call('POST', `/merchant/orders/${order}-1/ship/`, { carrier: 'other', tracking_number: 'T1' });
    expect(await read()).toEqual({ ...expected, first_product: true, cover: true, first_order: true });
    await applicant.call('POST', '/desk/totp/');
    await shop.db
      .updateTable('totp')
      .set({ confirmed_at: new Date() })
      .where('account_id', '=', applicant.accountId)
      .execute();
    expect((await applicant.call('GET', PATH)).json().steps[1]).toEqual({
      step: 'second_factor',
      is_done: true,
      is_needed: false,
    });
  });

  it('are read by staff without the bank account, by programs without persons, and put away by owners', {
    tags: ['@JOIN-18'],
  }, async () => {
    const { merchant } = shops;
    await addProduct(shop.db, { merchant_id: merchant.id });
    const staff = await openDeskAs(shop, merchant.id, 'staff');
    const owner = await openDeskAs(shop, merchant.id, 'owner');
    expect(Object.keys(doneOf((await staff.call('GET', PATH)).json()))).not.toContain('bank_account');
    const program = (await merchant.call('GET', '/first-steps/')).json();
    expect(Object.keys(doneOf(program))).toEqual([
      'store_details',
      'cover',
      'bank_account',
      'first_product',
      'first_order',
    ]);
    expect(doneOf(program)).toMatchObject({ store_details: false, cover: true });
    expectRefusal(await staff.call('PATCH', PATH, { is_dismissed: true }), 'not_permitted');
    const away = (await owner.call('PATCH', PATH, { is_dismissed: true })).json();
    expect(away).toMatchObject({ is_dismissed: true });
    expect(firstSteps.parse(away)).toEqual(away);
    expect((await staff.call('GET', PATH)).json()).toMatchObject({ is_dismissed: true });
    expect((await owner.call('PATCH', PATH, { is_dismissed: false })).json()).toMatchObject({ is_dismissed: false });
  });

  const declared = Object.values(calls).flatMap((call) =>
    call.refusals.map((code): [string, RefusalCode, typeof call] => [call.method, code, call]),
  );
  it.each(declared)('%s can return %s', { tags: ['@JOIN-18'] }, async (_, code, call) => {
    const request: MerchantRequest = {
      method: call.method,
      url: `/backend${PATH}`,
      headers: shops.merchant.headers,
      ...(call.method === 'PATCH' && { payload: { is_dismissed: true } }),
    };
    const provoke: Partial<Record<RefusalCode, Provoke>> = {
      ...shops.provokeShared(() => request),
      invalid_input: (send) => send({ payload: { is_dismissed: 'yes' } }),
    };
    const response = await provoke[code]?.((changed = {}) => shop.app.inject({ ...request, ...changed }), call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
  });
});
