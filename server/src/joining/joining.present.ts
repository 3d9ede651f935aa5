import { createHash } from 'node:crypto';
import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';
import type {
  OperatorApplication,
  OperatorApplicationSummary,
} from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { presentCover } from '../catalog/index.ts';
import type { ApplicationRow, ApplicationSummaryRow } from './joining.sql.ts';

type Kinds = Application['categories'];
/** A bank account as the slice of payouts masks it. */
type MaskedAccount = { bankCode: string; lastDigits: string; accountName: string };

/** What applicants and operators see alike. */
const presentParts = (row: ApplicationRow, categories: Kinds) => ({
  merchant_id: row.merchant_id,
  state: row.state,
  state_since: row.state_since.toISOString(),
  submitted_at: row.submitted_at?.toISOString() ?? null,
  decline_reason: row.state === 'declined' ? row.decline_reason : null,
  store_name: row.name,
  slug: row.slug,
  country: row.country,
  place: row.place,
  phone: row.phone,
  email: row.email,
  categories,
  description: row.description,
  expected_products: row.expected_products,
  registration_number: row.registration_number,
  cover_url: presentCover(row.cover_key),
  terms:
    row.terms_version !== null && row.terms_accepted_at !== null
      ? { version: row.terms_version, accepted_at: row.terms_accepted_at.toISOString() }
      : null,
});

const presentBankAccount = ({ bankCode, lastDigits, accountName }: MaskedAccount) => ({
  bank_code: bankCode,
  account_name: accountName,
  last_digits: lastDigits,
});

export const presentApplication = (
  row: ApplicationRow,
  {
    categories,
    bankAccount,
    missing,
  }: { categories: Kinds; bankAccount: MaskedAccount | undefined; missing: Application['missing'] },
): Application => ({
  ...presentParts(row, categories),
  bank_account: bankAccount ? presentBankAccount(bankAccount) : null,
  missing,
});

const VERSION_LENGTH = 22;

/** Presents an application to operators. Its version follows from what the applicant can change, so no column has to be stored. */
export const presentForOperator = (
  row: ApplicationRow,
  {
    categories,
    bankAccount,
    isNameSimilar,
    ...facts
  }: {
    categories: Kinds;
    bankAccount: MaskedAccount | undefined;
    isNameSimilar: boolean;
  } & Pick<OperatorApplication, 'applicant' | 'commission_per_mille' | 'products' | 'other_stores'>,
): OperatorApplication => {
  const parts = presentParts(row, categories);
  const bank_account = bankAccount ? { ...presentBankAccount(bankAccount), is_name_similar: isNameSimilar } : null;
  const { state: _, state_since: __, decline_reason: ___, ...content } = parts;
  const version = createHash('sha256')
    .update(JSON.stringify([content, bank_account]))
    .digest('base64url')
    .slice(0, VERSION_LENGTH);
  return { ...parts, ...facts, bank_account, version };
};

export const presentSummary = (row: ApplicationSummaryRow): OperatorApplicationSummary => ({
  merchant_id: row.merchant_id,
  state: row.state,
  state_since: row.state_since.toISOString(),
  submitted_at: row.submitted_at?.toISOString() ?? null,
  store_name: row.name,
  place: row.place,
  country: row.country,
  description: row.description,
  expected_products: row.expected_products,
  applicant:
    row.account_id === null
      ? null
      : { account_id: row.account_id, name: row.account_name ?? '', email: row.account_email ?? '' },
});
