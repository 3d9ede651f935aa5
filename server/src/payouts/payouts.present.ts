import type { Kobo } from '@sokuwa/contract/money.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { PayoutAnomaly } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type * as schemas from '@sokuwa/contract/payouts/payouts.schemas.ts';
import type { StatementRow } from '../ledger/index.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { BankAccount } from '../ports/payouts/payouts.port.ts';
import type { MaskedBankAccount } from './bank-account.service.ts';
import type { BankAccountChange } from './bank-account.sql.ts';
import { statementKindOf } from './payouts.rules.ts';
import type { CheckedPayout, ListedBatch, ListedPayout } from './payouts.sql.ts';

const toNaira = (amount: Kobo): number => amount / 100;
const toIso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A row of a statement with the price and commission of its pieces. */
export type StatementEntry = StatementRow & { amounts: { gross: Kobo; commission: Kobo } | undefined };

/** Presents a row of a statement, in naira. Positive: what the shop owes to the merchant grows. */
export const presentEntry = ({ kind, created_at, order_id, pending, payable, amounts }: StatementEntry) => ({
  kind: statementKindOf(kind),
  at: created_at.toISOString(),
  order_id,
  gross: amounts ? toNaira(amounts.gross) : null,
  commission: amounts ? toNaira(amounts.commission) : null,
  amount: toNaira(kobo(pending + payable)),
  payable: toNaira(payable),
});

/** The first line of a statement as a CSV file; `formatEntry` makes the others. */
export const STATEMENT_HEADER = formatCsvLine([
  'date',
  'kind',
  'order',
  'price',
  'commission',
  'amount',
  'change of what can be paid',
]);

/** A row of a statement as a line of a CSV file, with decimal amounts in naira. */
export const formatEntry = ({ kind, created_at, order_id, pending, payable, amounts }: StatementEntry): string =>
  formatCsvLine([
    created_at.toISOString(),
    statementKindOf(kind),
    order_id ?? '',
    amounts?.gross ?? '',
    amounts?.commission ?? '',
    kobo(pending + payable),
    payable,
  ]);

/** Presents a payout for its merchant, in naira. */
export const presentPayout = (row: ListedPayout): schemas.Payout => ({
  id: row.id,
  status: row.status,
  amount: toNaira(row.amount_kobo),
  account_last_digits: row.last_digits,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  finished_at: toIso(row.finished_at),
});

/** Presents a batch with the number of its payouts and, in naira, the sum of those that are not cancelled. */
export const presentBatch = ({
  id,
  status,
  created_at,
  approved_at,
  file_made_at,
  payouts,
  amount,
}: ListedBatch): schemas.Batch => ({
  id,
  status,
  created_at: created_at.toISOString(),
  approved_at: toIso(approved_at),
  file_made_at: toIso(file_made_at),
  payouts,
  amount: toNaira(amount),
});

/** Presents a payout for operators, with the fee of the transfer, in naira. */
export const presentBatchPayout = <A extends PayoutAnomaly | null>(row: CheckedPayout<A>) => ({
  ...presentPayout(row),
  merchant_id: row.merchant_id,
  merchant_name: row.merchant_name,
  fee: toNaira(row.fee_kobo),
  stopped_at: toIso(row.stopped_at),
  provider: row.provider,
  anomaly: row.anomaly,
});

/** Presents a payout that needs a person. */
export const presentAnomaly = (row: CheckedPayout<PayoutAnomaly>): schemas.AnomalousPayout => ({
  ...presentBatchPayout(row),
  batch_id: row.batch_id,
});

const presentAccount = ({ bankCode, lastDigits, accountName, effectiveAt }: MaskedBankAccount) => ({
  bank_code: bankCode,
  last_digits: lastDigits,
  account_name: accountName,
  effective_at: effectiveAt.toISOString(),
});

/** Presents a merchant's bank accounts, of whose numbers only the last digits are shown. */
export const presentBankAccounts = ({
  current,
  pending,
}: Record<'current' | 'pending', MaskedBankAccount | undefined>): schemas.BankAccounts => ({
  current: current ? presentAccount(current) : null,
  pending: pending ? presentAccount(pending) : null,
});

/** Presents a new bank account that has not taken effect. */
export const presentBankAccountChange = ({
  created_at,
  effective_at,
  ...change
}: BankAccountChange): schemas.BankAccountChanges['results'][number] => ({
  ...change,
  requested_at: created_at.toISOString(),
  effective_at: effective_at.toISOString(),
});

/** The file for the bank: one line per payout. docs/operation.md describes it. */
export const formatBankFile = (lines: readonly { id: string; amount: Kobo; account: BankAccount }[]): string =>
  [
    formatCsvLine(['reference', 'bank code', 'account number', 'account name', 'amount', 'currency']),
    ...lines.map(({ id, amount, account: { bankCode, accountNumber, accountName } }) =>
      formatCsvLine([id, bankCode, accountNumber, accountName, amount, 'NGN']),
    ),
  ].join('');
