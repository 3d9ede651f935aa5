import type { StatusMetric } from '../slice.ts';
import { countOrders } from './order.sql.ts';
import { countPayments, countRefunds } from './payment.sql.ts';

export const orderMetrics: readonly StatusMetric[] = [
  { name: 'shop_orders', help: 'Orders by status.', count: countOrders },
  {
    name: 'shop_payments',
    help: 'Payments by outcome; an operator must settle those that are held.',
    count: countPayments,
    warnings: [
      {
        status: 'held',
        subject: 'money',
        message: (count) =>
          `${count} ${count === 1 ? 'payment is' : 'payments are'} held: amount or currency is wrong. The column payment.held_for has the reason.`,
      },
    ],
  },
  {
    name: 'shop_refunds',
    help: 'Refunds by status; an operator must settle those that are stuck.',
    count: countRefunds,
    warnings: [
      {
        status: 'stuck',
        subject: 'money',
        message: (count) =>
          `${count} ${count === 1 ? 'refund is' : 'refunds are'} stuck: neither provider nor wallet accepts the money. The column refund.refused_for has the reason.`,
      },
    ],
  },
];
