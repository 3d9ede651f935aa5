import { expect, it } from 'vitest';
import { openTestShop } from '../testing/shop.ts';
it('probe', async () => {
  const shop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0025' }, { register: async () => undefined, render: async () => new Response('x') });
  const codes = []; for (let i = 0; i < 6; i++) codes.push((await shop.app.inject({ url: '/p' + i })).statusCode);
  const codes2 = []; for (let i = 0; i < 6; i++) codes2.push((await shop.app.inject({ url: '/backend/none' + i })).statusCode);
  const codes3 = []; for (let i = 0; i < 6; i++) codes3.push((await shop.app.inject({ url: '/healthz' })).statusCode);
  console.log(codes, codes2, codes3);
  await shop.close();
  for (const p of ['nonsense', '10.0.0.1/99', '300.1.1.1']) { try { const s = await openTestShop({ TRUSTED_PROXY: p }); await s.close(); console.log(p, 'ok'); } catch (e) { console.log(p, String(e)); } }
  expect(1).toBe(1);
});
