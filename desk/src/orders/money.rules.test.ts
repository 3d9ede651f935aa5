import type { OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { expect, it } from 'vitest';
import { formatReceived, isDisputeLost, orderOfReference, sayRefundState, sayWhyHeld } from './money.rules.ts';

const payment: OperatorPayment = {
  ...{ reference: '7F3KQ2M9XW4T-1', provider: 'paystack', status: 'held', order_id: '7F3KQ2M9XW4T' },
  ...{ order_status: 'Pending', buyer: null, amount: 13_300, paid: 12_800, paid_currency: 'NGN' },
  ...{ held_for: '1280000 kobo were paid, not 1330000', created_at: '2026-11-24T08:00:00Z' },
};

it('says why a payment is held', () => {
  expect(sayWhyHeld(payment)).toBe('₦500 less than the order asks for');
  expect(sayWhyHeld({ ...payment, paid: 13_400 })).toBe('₦100 more than the order asks for');
  expect(sayWhyHeld({ ...payment, paid: 20, paid_currency: 'USD' })).toBe('Paid in USD, not in naira');
  expect(sayWhyHeld({ ...payment, paid: null, paid_currency: null })).toBe(payment.held_for);
});

it('formats what arrived in its currency, or what was due', () => {
  expect(formatReceived(payment)).toBe('₦12,800');
  expect(formatReceived({ ...payment, paid: 20, paid_currency: 'USD' })).toBe('20.00 USD');
  expect(formatReceived({ ...payment, paid: null, paid_currency: null })).toBe('₦13,300');
});

it('says what the provider answered to a refund', () => {
  expect(sayRefundState({ status: 'stuck', refused_for: 'Insufficient balance' })).toBe(
    'The shop has given up sending it. The provider says: “Insufficient balance”.',
  );
});

it('knows a lost dispute, and the order of a reference', () => {
  expect(isDisputeLost({ resolution: 'auto-accepted' })).toBe(true);
  expect(isDisputeLost({ resolution: 'declined' })).toBe(false);
  expect(orderOfReference('7F3KQ2M9XW4T-1.2')).toBe('7F3KQ2M9XW4T');
});
