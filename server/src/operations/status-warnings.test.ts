import { expect, it } from 'vitest';
import { statusMetrics } from '../slices.ts';
import { checkMetrics } from './findings.rules.ts';

it.each([
  ['shop_payments', 'held'],
  ['shop_refunds', 'stuck'],
  ['shop_refunds', 'needs attention'],
  ['shop_refunds', 'waiting'],
  ['shop_refunds', 'failed'],
  ['shop_disputes', 'open'],
  ['shop_disputes', 'lost'],
])(
  'the doctor warns of %s that are %s, and names the command that lists them',
  { tags: ['@PAYMENT-45'] },
  (name, status) => {
    for (const count of [1, 2]) {
      const statuses = statusMetrics.map((metric) => ({
        metric,
        counts: metric.name === name ? [{ status, count }] : [],
      }));
      const [, ...warnings] = checkMetrics({ jobs: [], statuses }, 'mail');
      expect(warnings).toEqual([
        { subject: 'money', level: 'warning', message: expect.stringContaining('npm run cli -- payments held') },
      ]);
      expect(warnings[0]?.message).toMatch(count === 1 ? /^1 (payment|refund) / : /^2 (payment|refund)s /);
    }
  },
);
