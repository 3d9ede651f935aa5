import type { SharedFact } from '@sokuwa/contract/joining/joining.rules.ts';
import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { formatNumberOf } from '../lib/format.ts';

const DAY_MS = 86_400_000;
const NEW_ACCOUNT_DAYS = 7;
const SHARED_NAMES: Record<SharedFact, string> = {
  account: 'the owner',
  bank_account: 'the bank account',
  phone: 'the phone number',
};

type OtherStore = OperatorApplication['other_stores'][number];

/** 'the owner and the phone number'. */
export const nameShared = (shares: OtherStore['shares']): string =>
  new Intl.ListFormat('en-GB').format(shares.map((fact) => SHARED_NAMES[fact]));

/** Another store that is suspended or was declined, which speaks against this one. */
export const isBadSign = ({ state, suspended_at }: OtherStore): boolean =>
  state === 'declined' || suspended_at !== null;

/** What speaks for an application, and what against it or is missing. */
export const assess = (application: OperatorApplication, now = new Date()): { isGood: boolean; text: string }[] => {
  const { applicant, bank_account: bank, products, registration_number, other_stores, cover_url } = application;
  const accountDays = applicant && (now.getTime() - Date.parse(applicant.account_created_at)) / DAY_MS;
  return [
    accountDays === null && { isGood: false, text: 'The account of the owner is deleted.' },
    accountDays !== null &&
      accountDays < NEW_ACCOUNT_DAYS && { isGood: false, text: 'The account of the owner is less than a week old.' },
    accountDays !== null &&
      accountDays >= NEW_ACCOUNT_DAYS && {
        isGood: true,
        text: `The owner has had an account for ${formatNumberOf(Math.floor(accountDays), 'day')}.`,
      },
    bank === null && { isGood: false, text: 'There is no bank account.' },
    bank !== null && {
      isGood: bank.is_name_similar,
      text: bank.is_name_similar
        ? 'The bank names the store or the owner as the holder of the account.'
        : `The bank names somebody else as the holder of the account: ${bank.account_name}.`,
    },
    registration_number === null
      ? { isGood: false, text: 'It gives no number of a registered business.' }
      : { isGood: true, text: `It gives the number of a registered business: ${registration_number}.` },
    products.total === 0
      ? { isGood: false, text: 'No product is prepared.' }
      : {
          isGood: products.with_pictures > 0,
          text: `${formatNumberOf(products.total, 'product')} prepared, ${products.with_pictures} with pictures.`,
        },
    cover_url !== null && { isGood: true, text: 'It has a cover picture.' },
    ...other_stores.filter(isBadSign).map(({ store_name, shares, suspended_at }) => ({
      isGood: false,
      text: `It shares ${nameShared(shares)} with ${store_name}, which ${suspended_at ? 'is suspended' : 'was declined'}.`,
    })),
  ].filter((remark) => remark !== false);
};
