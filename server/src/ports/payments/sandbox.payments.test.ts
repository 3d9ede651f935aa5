import { kobo } from '@sokuwa/contract/money.ts';
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/shop.ts';
import { paymentsSuite } from './payments.suite.ts';
import { SandboxPayments } from './sandbox.payments.ts';

paymentsSuite('SandboxPayments', async () => {
  const shop = await openTestShop();
  const payments = new SandboxPayments(shop.db, 'http://shop.test');
  return {
    payments,
    choose: async (reference, choice) => {
      await payments.choose(reference, choice);
    },
    // Another adapter object, as on another node: all nodes share the webhook secret.
    sign: (event) => new SandboxPayments(shop.db, 'http://shop.test').sign(event),
    close: () => shop.close(),
  };
});

test('SandboxPayments refuses to refund another amount than was paid', async () => {
  const shop = await openTestShop();
  const payments = new SandboxPayments(shop.db, 'http://shop.test');
  const charge = { reference: 'a-1', email: 'ada@mail.test', amount: kobo(500), returnUrl: 'http://shop.test/return' };
  await payments.initialize(charge);
  await payments.choose('a-1', 'approve');
  const refused = { refused: expect.any(String), kind: 'other' };
  expect(await payments.refund({ reference: 'a-1', amount: kobo(400), note: '' })).toEqual(refused);
  await shop.close();
});
