/** Nigerian banks by the code that transfers name, in the order of the alphabet. Banks that are not here are chosen by their code. */
const BANKS: readonly [code: string, name: string][] = [
  ['044', 'Access Bank'],
  ['023', 'Citibank Nigeria'],
  ['050', 'Ecobank Nigeria'],
  ['070', 'Fidelity Bank'],
  ['011', 'First Bank of Nigeria'],
  ['214', 'First City Monument Bank'],
  ['058', 'Guaranty Trust Bank'],
  ['301', 'Jaiz Bank'],
  ['082', 'Keystone Bank'],
  ['50211', 'Kuda Bank'],
  ['50515', 'Moniepoint'],
  ['999992', 'OPay'],
  ['999991', 'PalmPay'],
  ['076', 'Polaris Bank'],
  ['101', 'Providus Bank'],
  ['221', 'Stanbic IBTC Bank'],
  ['068', 'Standard Chartered Bank'],
  ['232', 'Sterling Bank'],
  ['032', 'Union Bank of Nigeria'],
  ['033', 'United Bank for Africa'],
  ['215', 'Unity Bank'],
  ['035', 'Wema Bank'],
  ['057', 'Zenith Bank'],
];

/** The choice for a bank that is not listed: its code is typed. */
export const OTHER_BANK = 'other';

/** What a select offers: the listed banks, and another one. */
export const BANK_OPTIONS = [
  ...BANKS.map(([value, label]) => ({ value, label })),
  { value: OTHER_BANK, label: 'Another bank' },
];

/** 'Zenith Bank', or 'Bank 999' for a code that is not listed. */
export const nameBank = (code: string): string => BANKS.find(([known]) => known === code)?.[1] ?? `Bank ${code}`;
