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

test('SandboxPayments refunds a payment in parts, and refuses more than is left', async () => {
  const shop = await openTestShop();
  const payments = new SandboxPayments(shop.db, 'http://shop.test');
  const charge = { reference: 'a-1', email: 'ada@mail.test', amount: kobo(500), returnUrl: 'http://shop.test/return' };
  await payments.initialize(charge);
  await payments.choose('a-1', 'approve');
  const refund = (amount: number, note: string) => payments.refund({ reference: 'a-1', amount: kobo(amount), note });
  const refused = { refused: expect.any(String), kind: 'other' };
  expect(await refund(100_000_000, 'too much')).toEqual(refused);
  expect(await refund(400, 'first')).toEqual({ id: 'a-1/1', status: 'processed', amount: 400, note: 'first' });
  expect(await payments.verify('a-1')).toMatchObject({ status: 'success' });
  const left = (await payments.find('a-1'))?.amount ?? 0;
  expect(await refund(left - 399, 'too much')).toEqual(refused);
  // Two at once: one of them is refused.
  const both = await Promise.all([refund(left - 400, 'second'), refund(left - 400, 'third')]);
  expect(both.filter((result) => 'refused' in result)).toHaveLength(1);
  expect(await payments.verify('a-1')).toMatchObject({ status: 'reversed' });
  expect(await payments.listRefunds('a-1')).toHaveLength(2);
  await shop.close();
});
