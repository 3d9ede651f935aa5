import type { StatusMetric } from '../slice.ts';
import { countReturns } from './returns.sql.ts';

export const returnMetrics: readonly StatusMetric[] = [
  {
    name: 'shop_returns',
    help: 'Returns by state; an operator must decide those that are appealed.',
    count: countReturns,
    warnings: [
      {
        status: 'appealed',
        subject: 'returns',
        message: (count) =>
          `${count} ${count === 1 ? 'return waits' : 'returns wait'} for your decision. Run "npm run cli -- returns list".`,
      },
    ],
  },
];
