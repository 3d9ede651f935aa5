import { selectBalances } from '../ledger/index.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { checkBooks } from './books.service.ts';
import { fulfilmentOperator, readFulfilments } from './fulfilment.operator.ts';
import { createGoodwillRefund, type GoodwillRefund } from './goodwill.service.ts';
import { paymentOperator } from './held-payments.service.ts';
import { readOperatorOrder } from './operator-order.present.ts';
import { correctAddress, listRefunds, type OrderSearch, searchOrders } from './operator-order.service.ts';
import { type PaymentSearch, searchPayments } from './operator-payment.service.ts';
import { type OperatorStep, takeStep } from './order.service.ts';

export const orderCommands = (db: Database) => ({
  search: (search: OrderSearch) => searchOrders(db, search),
  read: (order: string) => readOperatorOrder(db, order as OrderId),
  correctAddress: (order: string, correction: Parameters<typeof correctAddress>[2], options: ActOptions) =>
    correctAddress(db, order as OrderId, correction, options),
  takeStep: (order: string, step: OperatorStep, options: ActOptions) => takeStep(db, order, step, options),
  fulfilments: {
    list: (order: string) => readFulfilments(db, order as OrderId),
    ...fulfilmentOperator(db),
  },
  payments: { ...paymentOperator(db), search: (search: PaymentSearch) => searchPayments(db, search) },
  refunds: {
    list: (filters: Parameters<typeof listRefunds>[1]) => listRefunds(db, filters),
    create: (order: string, refund: GoodwillRefund, options: ActOptions) =>
      createGoodwillRefund(db, order as OrderId, refund, options),
  },
  books: {
    check: () => checkBooks(db),
    balances: () => selectBalances(db),
  },
});
