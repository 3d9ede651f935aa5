/** Stores that one account can own when it applies for another one (JOIN-4). */
export const MAX_STORES = 3;

export const STORE_NAME_MAX = 80;
export const DESCRIPTION_MAX = 300;
export const REGISTRATION_NUMBER_MAX = 60;
/** A guess: it helps operators to decide. */
export const MAX_EXPECTED_PRODUCTS = 1_000_000;
export const MAX_KINDS_OF_GOODS = 30;

/** What an application must have before it is sent (JOIN-9). */
export const APPLICATION_PARTS = [
  'place',
  'phone',
  'email',
  'categories',
  'description',
  'expected_products',
  'bank_account',
  'terms',
] as const;
export type ApplicationPart = (typeof APPLICATION_PARTS)[number];

/** What two stores can have in common, for operators who look for one person behind several. */
export const SHARED_FACTS = ['account', 'bank_account', 'phone'] as const;
export type SharedFact = (typeof SHARED_FACTS)[number];

/** What a new store begins with, in this order (JOIN-18). */
export const FIRST_STEPS = [
  'verified_email',
  'second_factor',
  'store_details',
  'cover',
  'bank_account',
  'first_product',
  'first_order',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
