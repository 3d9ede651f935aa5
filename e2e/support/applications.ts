import type { OperatorCategories } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { openDesk } from './desk.ts';
import { expect, type Page } from './fixtures.ts';

/** A store that waits for a decision. The page is signed in as its owner afterwards. @returns its id and name */
export const applyForStore = async (page: Page): Promise<{ merchantId: number; name: string }> => {
  const operators = await openDesk(page, 'operators');
  const { results } = await operators.call<OperatorCategories>('GET', '/operator/categories/');
  const owner = await openDesk(page, 'new');
  const { version } = await owner.call<{ version: string }>('GET', '/desk/merchant-terms/');
  const name = `Yam House ${owner.merchantId}`;
  const { merchant_id: merchantId } = await owner.call<{ merchant_id: number }>('POST', '/desk/applications/', {
    store_name: name,
  });
  const path = `/desk/applications/${merchantId}/`;
  await owner.call('PATCH', path, {
    place: 'Kano, Nigeria',
    country: 'NG',
    phone: '0806 555 0177',
    categories: [results[0]?.id],
    expected_products: 12,
    description: 'Yam, yam flour and dried pepper.',
  });
  const headers = { origin: process.env.SHOP_ORIGIN ?? '', 'x-desk-store': String(merchantId) };
  const data = { bank_code: '058', account_number: `01${String(merchantId).padStart(8, '0')}` };
  const response = await page.request.put('/backend/merchant/bank-account/', { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  await owner.call('PUT', `${path}terms/`, { version });
  await owner.call('POST', `${path}submit/`);
  return { merchantId, name };
};
