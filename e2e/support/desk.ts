import { expect, type Page } from './fixtures.ts';
import { runTestProgram } from './shoppers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Signs a new account in to the desk, in the browser of the page.
 * @param of the id of the merchant it works for, `new` for a new merchant, `operators`, or `nobody` for an account that works nowhere yet
 * @returns `path`, the address of its desk; `call`, which makes a call as the desk does
 */
export const openDesk = async (page: Page, of: number | 'new' | 'operators' | 'nobody', role: string = 'owner') => {
  const output = runTestProgram('new-desk-session.ts', String(of), role);
  const { key, email, merchantId } = JSON.parse(output) as { key: string; email: string; merchantId: number | null };
  const origin = process.env.SHOP_ORIGIN ?? '';
  await page.context().addCookies([{ name: 'desk', value: key, url: origin, httpOnly: true, sameSite: 'Strict' }]);
  return {
    email,
    merchantId: merchantId ?? 0,
    path: merchantId === null ? (of === 'nobody' ? '/desk' : '/desk/market') : `/desk/store/${merchantId}`,
    call: async <T>(method: Method, path: string, data?: object): Promise<T> => {
      const headers = { origin, ...(merchantId !== null && { 'x-desk-store': String(merchantId) }) };
      const response = await page.request.fetch(`/backend${path}`, { method, headers, ...(data && { data }) });
      expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
      return response.json();
    },
  };
};
