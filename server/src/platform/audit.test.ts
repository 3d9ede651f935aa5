import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { recordAudit, selectAudit } from './audit.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

it('the audit log has who did what, with the values before and after, and is never changed', async () => {
  const act = { actor: 'Ada', reason: 'The merchant asked for it' };
  const change = {
    action: 'merchants commission',
    subject: 'merchant 7',
    before: { per_mille: 100 },
    after: { per_mille: 80 },
  };
  await recordAudit(shop.db, act, change);
  await recordAudit(shop.db, { actor: 'Obi' }, { action: 'orders address', subject: 'order X' });
  const [last, first] = await selectAudit(shop.db, { limit: 2 });
  expect(first).toMatchObject({ ...act, ...change, at: expect.any(Date) });
  expect(last).toMatchObject({ actor: 'Obi', before: null, after: null, reason: null });
  expect(await selectAudit(shop.db, { actor: 'Ada', limit: 9 })).toEqual([first]);
  expect(await selectAudit(shop.db, { subject: 'order X', limit: 9 })).toEqual([last]);
  expect(await selectAudit(shop.db, { ...(last && { before: last.id }), limit: 1 })).toEqual([first]);
  await expect(shop.db.updateTable('audit_entry').set({ actor: 'Eve' }).execute()).rejects.toThrow('never changed');
  await expect(shop.db.deleteFrom('audit_entry').execute()).rejects.toThrow('never changed');
});
