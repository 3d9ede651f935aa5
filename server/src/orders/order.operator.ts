import { selectBalances } from '../ledger/index.ts';
import type { Database, DryRunOption } from '../platform/database.ts';
import { checkBooks, completeBooks } from './books.service.ts';
import { fulfilmentOperator } from './fulfilment.operator.ts';
import { paymentOperator } from './held-payments.service.ts';
import { type OperatorStep, takeStep } from './order.service.ts';

export const orderCommands = (db: Database) => ({
  takeStep: (order: string, step: OperatorStep, options: DryRunOption) => takeStep(db, order, step, options),
  fulfilments: fulfilmentOperator(db),
  payments: paymentOperator(db),
  books: {
    check: () => checkBooks(db),
    complete: () => completeBooks(db),
    balances: () => selectBalances(db),
  },
});
