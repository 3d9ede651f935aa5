import { randomUUID } from 'node:crypto';
import type { Application, NewApplication } from '@sokuwa/contract/joining/joining.schemas.ts';
import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { getMerchantTerms } from '../joining/merchant-terms.ts';
import { openDeskSession } from '../platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { openDesk, type TestDesk } from './desk.ts';
import { addAccount, addSubItem, type TestShop } from './shop.ts';

/** Somebody who is signed in to the desk, and works nowhere yet. */
export type Applicant = TestDesk & { accountId: AccountId };

export const openApplicant = async (
  shop: TestShop,
  account: Parameters<typeof addAccount>[1] = {},
): Promise<Applicant> => {
  const accountId = await addAccount(shop.db, account);
  const desk = openDesk(shop);
  desk.cookies.set('desk', await openDeskSession(shop.db, accountId, { verified: true, userAgent: 'Firefox' }));
  return Object.assign(desk, { accountId });
};

/** A name that no other store of the tests has. */
export const newStoreName = (): string => `Ṣakí Yam House ${randomUUID()}`;

/** Begins an application: the desk acts for its store from now on. */
export const begin = async (applicant: Applicant, fields: Partial<NewApplication> = {}): Promise<Application> => {
  const response = await applicant.call('POST', '/desk/applications/', { store_name: newStoreName(), ...fields });
  const application: Application = response.json();
  applicant.store = application.merchant_id as MerchantId;
  return application;
};

/** Fills in everything that an application needs. @returns its path */
export const complete = async (
  shop: TestShop,
  applicant: Applicant,
  { account_number = '0123456789', ...fields }: Partial<NewApplication> & { account_number?: string } = {},
): Promise<string> => {
  const { merchant_id } = await begin(applicant, fields);
  const path = `/desk/applications/${merchant_id}/`;
  const { categoryId } = await addSubItem(shop.db);
  await applicant.call('PATCH', path, {
    ...{
      place: 'Ṣakí, Nigeria',
      country: 'NG',
      phone: '0806 555 0177',
      categories: [categoryId],
      expected_products: 12,
    },
    description: 'Yam, yam flour and dried pepper.',
    ...fields,
  });
  await applicant.call('PUT', '/merchant/bank-account/', { bank_code: '058', account_number });
  await applicant.call('PUT', `${path}terms/`, { version: getMerchantTerms(shop.config).version });
  return path;
};

/** An application that waits for a decision. */
export const apply = async (shop: TestShop, fields: Parameters<typeof complete>[2] = {}) => {
  const applicant = await openApplicant(shop);
  const path = await complete(shop, applicant, fields);
  const application: Application = (await applicant.call('POST', `${path}submit/`)).json();
  return { applicant, path, application, merchantId: application.merchant_id as MerchantId };
};

/** The calls of an operator with an application. */
export const decide = (operator: TestDesk, merchantId: number) => {
  const path = `/operator/applications/${merchantId}/`;
  const read = async (): Promise<OperatorApplication> => (await operator.call('GET', path)).json();
  return {
    read,
    /** @param version default: the current one */
    approve: async (version?: string) =>
      operator.call('POST', `${path}approve/`, { version: version ?? (await read()).version }),
    decline: async (reason = 'The phone number does not work.', version?: string) =>
      operator.call('POST', `${path}decline/`, { version: version ?? (await read()).version, reason }),
  };
};
