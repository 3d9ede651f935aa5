import type { StatusMetric } from '../slice.ts';
import { countOrders } from './order.sql.ts';
import { countDisputes, countPayments, countRefunds } from './payment.sql.ts';

const SEE = 'Run "npm run cli -- payments held": it lists them with advice.';
const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const orderMetrics: readonly StatusMetric[] = [
  { name: 'shop_orders', help: 'Orders by status.', count: countOrders },
  {
    name: 'shop_payments',
    help: 'Payments by status; an operator must settle those that are held.',
    count: countPayments,
    warnings: [
      {
        status: 'held',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'payment is', 'payments are')} held: amount or currency is wrong. ${SEE}`,
      },
    ],
  },
  {
    name: 'shop_refunds',
    help: 'Refunds by status; an operator must settle those that are stuck or need attention.',
    count: countRefunds,
    warnings: [
      {
        status: 'stuck',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'refund is', 'refunds are')} stuck: the buyer has not received the money. ${SEE}`,
      },
      {
        status: 'needs attention',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'refund needs', 'refunds need')} the buyer’s bank account at the payment provider. ${SEE}`,
      },
      {
        status: 'waiting',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'refund has', 'refunds have')} been waiting for long, or until the balance at the payment provider is higher. ${SEE}`,
      },
      {
        status: 'failed',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'refund', 'refunds')} failed at the payment provider this week, and went to the buyer’s wallet instead. ${SEE}`,
      },
    ],
  },
  {
    name: 'shop_disputes',
    help: 'Disputes of payments by status; an operator must respond to those that are open.',
    count: countDisputes,
    warnings: [
      {
        status: 'open',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'payment is', 'payments are')} disputed: without a response in time the money is lost. ${SEE}`,
      },
      {
        status: 'lost',
        subject: 'money',
        message: (count) =>
          `${formatCount(count, 'payment was', 'payments were')} returned to the buyer after a dispute, but the order is not cancelled. ${SEE}`,
      },
    ],
  },
];
