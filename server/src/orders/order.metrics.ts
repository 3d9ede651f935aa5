import type { StatusMetric } from '../slice.ts';
import { countOrders } from './order.sql.ts';
import { countPayments, countRefunds } from './payment.sql.ts';

export const orderMetrics: readonly StatusMetric[] = [
  { name: 'shop_orders', help: 'Orders by status.', count: countOrders },
  {
    name: 'shop_payments',
    help: 'Payments by outcome; an operator must look at those that are held.',
    count: countPayments,
    warnings: [
      {
        status: 'held',
        about: 'money',
        says: (count) => `${count} payments are held, since they are not what was asked for. See payment.held_for.`,
      },
    ],
  },
  {
    name: 'shop_refunds',
    help: 'Refunds by status; an operator must look at those that are stuck.',
    count: countRefunds,
    warnings: [
      {
        status: 'stuck',
        about: 'money',
        says: (count) =>
          `${count} refunds could be given back in no way. See refund.refused_for, and pay them by hand.`,
      },
    ],
  },
];
