import type { Message, MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { expect } from 'vitest';
import { createApiToken } from '../platform/api-tokens.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { openSession } from '../platform/sessions.ts';
import { addAccount, addMerchant, addProduct, type TestShop } from './shop.ts';

type Method = 'GET' | 'POST' | 'PATCH';

/** Creates an account with a session, which has a token and a token for replies to merchants. */
export const createShopper = async (shop: TestShop, parts: Parameters<typeof addAccount>[1] = {}) => {
  const accountId: AccountId = await addAccount(shop.db, { first_name: 'Ngozi', last_name: 'Eze', ...parts });
  const { token, merchant_token } = await openSession(shop.db, accountId);
  const headers = { authorization: `Token ${token}` };
  const replyHeaders = { authorization: `Token ${merchant_token}` };
  const call = (method: Method, path: string, payload?: object, requestHeaders = headers) =>
    shop.app.inject({ method, url: `/backend${path}`, headers: requestHeaders, ...(payload && { payload }) });
  const { email } = await shop.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    accountId,
    email,
    headers,
    replyHeaders,
    call,
    /** Sends a question to the product's merchant. @returns its id */
    sendQuestion: async (productId: number, subject = 'Which size?', content = 'Is it cut loose?'): Promise<string> => {
      const response = await call('POST', '/contact-merchant/send/', { subject, content, product: productId });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().id;
    },
    reply: (id: string, content: string) => call('POST', `/contact-merchant/${id}/reply/`, { content }, replyHeaders),
    listMessages: async (): Promise<Message[]> => (await call('GET', '/user/messages')).json().results,
    readThread: async (id: string, before?: number): Promise<MessageDetail> =>
      (await call('GET', `/list-contact-merchant/${id}/${before === undefined ? '' : `?before=${before}`}`)).json(),
    markRead: (id: string, type = 'question') => call('PATCH', `/messages/${type}/${id}/mark-read/`, { is_read: true }),
    countUnread: async (): Promise<number> => (await call('GET', '/user/messages/unread/')).json().unread,
  };
};

/** Creates a merchant with a seller token and a product. */
export const createStore = async (shop: TestShop, parts: Parameters<typeof addMerchant>[1] = {}) => {
  const merchantId = (await addMerchant(shop.db, { name: 'Balogun Textiles', ...parts })) as MerchantId;
  const productId = await addProduct(shop.db, {
    merchant_id: merchantId,
    title: 'Indigo adire kaftan',
    pictures: [{ key: 'products/kaftan', alt: 'A kaftan' }],
  });
  const headers = {
    authorization: `Token ${await createApiToken(shop.db, { merchantId, name: 'default', scope: 'write' })}`,
  };
  const call = (method: Method, path: string, payload?: object) =>
    shop.app.inject({ method, url: `/backend/merchant/messages/${path}`, headers, ...(payload && { payload }) });
  return {
    merchantId,
    productId,
    headers,
    call,
    listMessages: async (): Promise<Message[]> => (await call('GET', '')).json().results,
    readThread: async (id: string): Promise<MessageDetail> => (await call('GET', `${id}/`)).json(),
    markRead: (id: string) => call('PATCH', `${id}/mark-read/`, { is_read: true }),
    reply: (id: string, content: string) => call('POST', `${id}/reply/`, { content }),
  };
};
