import type { Message, MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { expect } from 'vitest';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { createMerchantApiToken } from '../platform/merchant-api-tokens.ts';
import { openSession } from '../platform/sessions.ts';
import { addAccount, addMerchant, addProduct, type TestShop } from './shop.ts';

type Method = 'GET' | 'POST' | 'PATCH';

/** Somebody with both tokens of a session. */
export const makeShopper = async (shop: TestShop, parts: Parameters<typeof addAccount>[1] = {}) => {
  const account: AccountId = await addAccount(shop.db, { first_name: 'Ngozi', last_name: 'Eze', ...parts });
  const { token, merchant_token } = await openSession(shop.db, account);
  const headers = { authorization: `Token ${token}` };
  const replyHeaders = { authorization: `Token ${merchant_token}` };
  const call = (method: Method, path: string, payload?: object, own = headers) =>
    shop.app.inject({ method, url: `/backend${path}`, headers: own, ...(payload && { payload }) });
  const { email } = await shop.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  return {
    account,
    email,
    headers,
    replyHeaders,
    call,
    /** @returns the message's id */
    ask: async (product: number, subject = 'Which size?', content = 'Is it cut loose?'): Promise<string> => {
      const answer = await call('POST', '/contact-merchant/send/', { subject, content, product });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().id;
    },
    reply: (id: string, content: string) => call('POST', `/contact-merchant/${id}/reply/`, { content }, replyHeaders),
    inbox: async (): Promise<Message[]> => (await call('GET', '/user/messages')).json().results,
    open: async (id: string, before?: number): Promise<MessageDetail> =>
      (await call('GET', `/list-contact-merchant/${id}/${before === undefined ? '' : `?before=${before}`}`)).json(),
    markRead: (id: string, type = 'question') => call('PATCH', `/messages/${type}/${id}/mark-read/`, { is_read: true }),
    unread: async (): Promise<number> => (await call('GET', '/user/messages/unread/')).json().unread,
  };
};

/** A merchant with a token of its own, and a product. */
export const makeStore = async (shop: TestShop, parts: Parameters<typeof addMerchant>[1] = {}) => {
  const merchant = (await addMerchant(shop.db, { name: 'Balogun Textiles', ...parts })) as MerchantId;
  const product = await addProduct(shop.db, {
    merchant_id: merchant,
    title: 'Indigo adire kaftan',
    pictures: [{ key: 'products/kaftan', alt: 'A kaftan' }],
  });
  const headers = { authorization: `Token ${await createMerchantApiToken(shop.db, merchant)}` };
  const call = (method: Method, path: string, payload?: object) =>
    shop.app.inject({ method, url: `/backend/merchant/messages/${path}`, headers, ...(payload && { payload }) });
  return {
    merchant,
    product,
    headers,
    call,
    list: async (): Promise<Message[]> => (await call('GET', '')).json().results,
    open: async (id: string): Promise<MessageDetail> => (await call('GET', `${id}/`)).json(),
    markRead: (id: string) => call('PATCH', `${id}/mark-read/`, { is_read: true }),
    reply: (id: string, content: string) => call('POST', `${id}/reply/`, { content }),
  };
};
