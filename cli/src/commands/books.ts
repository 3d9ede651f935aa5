import { formatNairaAmount, kobo } from '@sokuwa/contract/money.ts';
import { dryRunOption } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

const formatKobo = (amount: number): string => `${amount < 0 ? '-' : ''}₦${formatNairaAmount(kobo(Math.abs(amount)))}`;

export const addBooksCommands: AddCommands = (program, { withShop }) => {
  const books = program.command('books').description('Check the double-entry ledger.');
  books
    .command('check')
    .description('Compare the ledger with orders, payments, refunds and wallets. Changes nothing.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ orders }) => {
        const { unbalanced, differences } = await orders.books.check();
        if (unbalanced.length === 0 && differences.length === 0) {
          const balances = await orders.books.balances();
          return {
            done: [
              'The books are right.',
              ...balances.map(({ account, balance }) => `${account}: ${formatKobo(balance)}`),
            ].join('\n'),
          };
        }
        return {
          refused: [
            ...unbalanced.map(({ cause, sum }) => `The transaction "${cause}" has a sum of ${formatKobo(sum)}.`),
            ...differences.map(
              ({ order_id, account, merchant_id, expected, actual }) =>
                `Order ${order_id}: ${account}${merchant_id === null ? '' : ` ${merchant_id}`} is ${formatKobo(actual)} instead of ${formatKobo(expected)}.`,
            ),
          ].join('\n'),
        };
      }),
    );
};
