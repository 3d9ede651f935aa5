import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { reportProduct } from '@sokuwa/contract/moderation/moderation.endpoints.ts';
import * as calls from '@sokuwa/contract/moderation/operator-moderation.endpoints.ts';
import { describe } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import type { Provoke } from '../testing/merchant-refusals.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { testOperatorRefusals } from '../testing/operator-refusals.ts';
import { addAccount, addProduct, signIn, type TestShop } from '../testing/shop.ts';
import { readCase, takeProductDown } from './moderation.service.ts';

const readVersion = async (shop: TestShop, productId: ProductId): Promise<string> => {
  const found = await readCase(shop.db, productId);
  if ('refused' in found) throw new Error('there is no such product');
  return found.version;
};

describe('the calls of moderation', () => {
  testOperatorRefusals(calls, async (shop, headers) => {
    const productId = await addProduct(shop.db);
    await shop.db
      .insertInto('product_report')
      .values({ product_id: productId, account_id: await addAccount(shop.db), reason: 'other', text: 'x' })
      .execute();
    const version = await readVersion(shop, productId);
    const urlOf = (call: Endpoint, id: string | number = productId) => createEndpointUrl(call, id);
    /** Sends a decision about a product without reports. */
    const decideAbout = async (call: Endpoint, isDown: boolean) => {
      const id = await addProduct(shop.db);
      if (isDown) await takeProductDown({ db: shop.db, publicUrl: '' }, id, undefined, LIVE_ACT);
      const payload = { version: await readVersion(shop, id), reason: 'R' };
      return shop.app.inject({ method: call.method, url: urlOf(call, id), headers, payload });
    };
    const decides =
      (isDown: boolean): Provoke =>
      (_, call) =>
        decideAbout(call, isDown);
    return {
      requestOf: (call) => ({
        ...{ method: call.method, url: urlOf(call), headers },
        ...(hasBody(call) && { payload: { version, reason: 'R' } }),
      }),
      provoke: {
        invalid_input: (send, call) => {
          if (hasBody(call)) return send({ payload: { reason: '' } });
          return send(call === calls.listModeration ? { query: { cursor: 'x' } } : { url: urlOf(call, 'x') });
        },
        not_found: (send, call) => send({ url: urlOf(call, 999_999) }),
        moderation_changed: (send) => send({ payload: { version: 'x', reason: 'R' } }),
        no_open_reports: decides(false),
        product_is_taken_down: decides(true),
        product_merged: async (send, call) => {
          const into_id = await addProduct(shop.db);
          const id = await addProduct(shop.db);
          await shop.db.insertInto('merged_product').values({ id, into_id }).execute();
          return send({ url: urlOf(call, id), payload: { version: await readVersion(shop, id), reason: 'R' } });
        },
        review_not_asked: decides(true),
        product_not_taken_down: decides(false),
      },
    };
  });
});

describe('the call of shoppers', { tags: ['@MODERATION-1'] }, () => {
  testOperatorRefusals({ reportProduct }, async (shop) => {
    const productId = await addProduct(shop.db);
    const headers = await signIn(shop.db);
    return {
      requestOf: (call) => ({
        ...{ method: call.method, url: createEndpointUrl(call, productId), headers },
        payload: { reason: 'pictures', text: '' },
      }),
      provoke: {
        invalid_input: (send) => send({ payload: { reason: 'other' } }),
        not_found: (send, call) => send({ url: createEndpointUrl(call, 999_999) }),
      },
    };
  });
});
