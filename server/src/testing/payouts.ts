import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import { post } from '../ledger/index.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { addMerchant, type TestShop } from './shop.ts';

/** Writes into the books that a merchant can be paid, as if sales were released. */
export const makePayable = (db: Database, merchantId: MerchantId, amount: number): Promise<boolean> =>
  db.transaction().execute((trx) =>
    post(trx, {
      kind: 'pieces released',
      cause: `test ${randomUUID()}`,
      entries: [
        { account: 'clearing', amount: kobo(amount) },
        { account: 'payable', merchantId, amount: kobo(-amount) },
      ],
    }),
  );

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Creates a merchant with a token. @param accountNumber of its bank account; null for none */
export const createPayee = async (
  shop: TestShop,
  accountNumber: string | null = '0000000000',
  parts: Parameters<typeof addMerchant>[1] = {},
) => {
  const merchantId = await addMerchant(shop.db, { email: `${randomUUID()}@shop.test`, ...parts });
  const token = await createApiToken(shop.db, { merchantId, name: 'default', scope: 'write' });
  const headers = { authorization: `Token ${token}` };
  const call = (method: Method, path: string, payload?: object) =>
    shop.app.inject({
      method,
      url: `/backend/merchant/${path}`,
      headers,
      ...(payload && { payload }),
    });
  const setAccount = (account_number: string, bank_code = '057') =>
    call('PUT', 'bank-account/', { bank_code, account_number });
  if (accountNumber !== null) await setAccount(accountNumber);
  return { merchantId, headers, call, setAccount };
};

/** Creates an operator's token. @returns calls with it */
export const createFinance = async (shop: TestShop, scope: 'read' | 'write' = 'write') => {
  const token = await createApiToken(shop.db, { merchantId: null, name: `finance ${randomUUID()}`, scope });
  return (method: Method, path: string, payload?: object) =>
    shop.app.inject({
      method,
      url: `/backend/operator/${path}`,
      headers: { authorization: `Token ${token}` },
      ...(payload && { payload }),
    });
};
