import { Option } from '@commander-js/extra-typings';
import { BOOK_ACCOUNTS } from '@sokuwa/contract/ledger/ledger.rules.ts';
import { type BookEntry, bookEntriesQuery } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { formatNairaAmount, kobo } from '@sokuwa/contract/money.ts';
import { formatNext, formatTime } from '../format.ts';
import { cursorOption, dryRunOption, parseDay, parseOrderId } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

export const formatKobo = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₦${formatNairaAmount(kobo(Math.abs(amount)))}`;

const formatEntry = ({ transaction_id, at, cause, account, merchant_id, amount }: BookEntry): string =>
  `${transaction_id}  ${formatTime(at)}  ${cause}  ${account}${merchant_id === null ? '' : ` ${merchant_id}`}: ${formatKobo(Math.round(amount * 100))}`;

export const addBooksCommands: AddCommands = (program, { withShop }) => {
  const books = program.command('books').description('Check the double-entry ledger.');
  books
    .command('check')
    .description('Compare the ledger with orders, payments, refunds, disputes and payouts. Changes nothing.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ orders, payouts }) => {
        const { unbalanced, differences } = await orders.books.check();
        const ofPayouts = await payouts.checkBooks();
        const found = [unbalanced, differences, ofPayouts.differences, ofPayouts.overpaid];
        if (found.every(({ length }) => length === 0)) {
          const balances = await orders.books.balances();
          return {
            done: [
              'The books are right.',
              ...ofPayouts.debts.map(
                ({ merchant_id, kobo: amount }) =>
                  `Merchant ${merchant_id} owes the shop ${formatKobo(amount)} after a late payout.`,
              ),
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
            ...ofPayouts.differences.map(
              ({ account, merchant_id, expected, actual }) =>
                `Payouts: ${account}${merchant_id === null ? '' : ` ${merchant_id}`} is ${formatKobo(actual)} instead of ${formatKobo(expected)}.`,
            ),
            ...ofPayouts.overpaid.map(
              ({ merchant_id, kobo: amount }) =>
                `Merchant ${merchant_id} was paid ${formatKobo(amount)} more than it was owed.`,
            ),
          ].join('\n'),
        };
      }),
    );

  books
    .command('statement')
    .description('Print the statement of a day for an accountant, as CSV.')
    .requiredOption('--date <day>', 'the day in UTC, such as 2026-12-24 (required)', parseDay)
    .addOption(dryRunOption)
    .action(({ date, ...options }) =>
      withShop(options, async ({ ledger }) => ({ done: (await ledger.formatDay(date)).trimEnd() })),
    );

  books
    .command('entries')
    .description('List entries of the books, newest first.')
    .addOption(new Option('--account <account>', 'only of this account').choices(BOOK_ACCOUNTS))
    .option('--order <id>', 'only of this order', parseOrderId)
    .option('--date <day>', 'only of this day in UTC, such as 2026-12-24', parseDay)
    .addOption(cursorOption(bookEntriesQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ ledger }) => {
        const { results, cursor } = await ledger.listEntries(options);
        return { done: formatNext(results.map(formatEntry), cursor, 'No entries.') };
      }),
    );
};
