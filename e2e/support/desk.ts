import { expect, type Page } from './fixtures.ts';
import { runTestProgram } from './shoppers.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type DeskSession = { key: string; email: string; merchantId: number | null };

const openSession = async (of: string, role: string): Promise<DeskSession> =>
  JSON.parse(await runTestProgram('new-desk-session.ts', of, role));

/**
 * Signs an account in to the desk, in the browser of the page: a new one, except that journeys share an account for each role of operators.
 * @param of the id of the merchant that it works for, `new` for a new merchant, `operators`, `new-operator` for an operator who will be
 * changed or removed, or `nobody` for an account that works nowhere yet
 * @returns `path`, the address of its desk; `call`, which makes a call as the desk does
 */
export const openDesk = async (
  page: Page,
  of: number | 'new' | 'operators' | 'new-operator' | 'nobody',
  role: string = 'owner',
) => {
  const { key, email, merchantId } = await openSession(String(of), role);
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
