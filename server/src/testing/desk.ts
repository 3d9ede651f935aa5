import { STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import type { SignInResult } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import type { Role } from '@sokuwa/contract/staff/roles.ts';
import type { InjectOptions } from 'fastify';
import { openDeskSession } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { addMember as addAccountWithPassword } from './account.ts';
import { addAccount, type TestShop } from './shop.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A browser that has opened the desk: it keeps cookies, and says that its requests come from the shop's pages. */
export const openDesk = (shop: TestShop) => {
  const cookies = new Map<string, string>();
  const desk = {
    cookies,
    /** The merchant for which the calls are made. */
    store: undefined as MerchantId | undefined,
    async call(method: Method, path: string, payload?: object, options: Partial<InjectOptions> = {}) {
      const response = await shop.app.inject({
        method,
        url: `/backend${path}`,
        ...(payload && { payload }),
        ...options,
        headers: {
          'sec-fetch-site': 'same-origin',
          'user-agent': 'Firefox on a phone',
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          ...(desk.store !== undefined && { [STORE_HEADER]: String(desk.store) }),
          ...options.headers,
        },
      });
      for (const { name, value, maxAge } of response.cookies)
        if (maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      return response;
    },
    async signIn(login: { email: string; password: string }): Promise<SignInResult> {
      return (await desk.call('POST', '/desk/sign-in/', login)).json();
    },
  };
  return desk;
};
export type TestDesk = ReturnType<typeof openDesk>;

/** A membership of an account. @param merchantId null for the operators */
export const addMembership = (
  shop: TestShop,
  accountId: AccountId,
  merchantId: MerchantId | null,
  role: Role,
): Promise<unknown> =>
  shop.db.insertInto('membership').values({ account_id: accountId, merchant_id: merchantId, role }).execute();

/** A desk in which somebody with this role is signed in. @param merchantId null for the operators */
export const openDeskAs = async (
  shop: TestShop,
  merchantId: MerchantId | null,
  role: Role,
  { verified = true, verifiedAt }: { verified?: boolean; verifiedAt?: Date } = {},
): Promise<TestDesk & { accountId: AccountId }> => {
  const accountId = await addAccount(shop.db);
  await addMembership(shop, accountId, merchantId, role);
  const desk = openDesk(shop);
  desk.cookies.set('desk', await openDeskSession(shop.db, accountId, { verified, userAgent: 'Firefox' }));
  if (verifiedAt)
    await shop.db
      .updateTable('desk_session')
      .set({ verified_at: verifiedAt })
      .where('account_id', '=', accountId)
      .execute();
  desk.store = merchantId ?? undefined;
  return Object.assign(desk, { accountId });
};

/** An account with a password, with a role for a merchant or as an operator. */
export const addStaff = async (shop: TestShop, merchantId: MerchantId | null, role: Role) => {
  const member = await addAccountWithPassword(shop);
  const { id } = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', member.email)
    .executeTakeFirstOrThrow();
  await addMembership(shop, id, merchantId, role);
  return { ...member, accountId: id };
};
