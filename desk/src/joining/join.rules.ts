import type { ApplicationPart } from '@sokuwa/contract/joining/joining.rules.ts';
import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';

/** The steps of an application, in their order. */
export const JOIN_STEPS = ['store', 'goods', 'bank', 'terms', 'check'] as const;
export type JoinStep = (typeof JOIN_STEPS)[number];

export const STEP_NAMES: Record<JoinStep, string> = {
  store: 'Your store',
  goods: 'What you sell',
  bank: 'Bank account',
  terms: 'Terms',
  check: 'Look it over',
};

/** Where a missing part is entered, and what it is called. */
export const PARTS: Record<ApplicationPart, { step: JoinStep; name: string }> = {
  place: { step: 'store', name: 'the place' },
  phone: { step: 'store', name: 'the phone number' },
  email: { step: 'store', name: 'the email address' },
  categories: { step: 'goods', name: 'the kinds of goods' },
  description: { step: 'goods', name: 'a sentence about what you sell' },
  expected_products: { step: 'goods', name: 'how many products you expect' },
  bank_account: { step: 'bank', name: 'the bank account' },
  terms: { step: 'terms', name: 'your acceptance of the terms' },
};

/** Whether nothing of a step is missing. The last step is done when the application is sent. */
export const isStepDone = ({ missing, state }: Pick<Application, 'missing' | 'state'>, step: JoinStep): boolean =>
  step === 'check' ? state === 'applied' : missing.every((part) => PARTS[part].step !== step);

/** The first step with something missing; the last one if nothing is. */
export const findOpenStep = (application: Pick<Application, 'missing' | 'state'>): JoinStep =>
  JOIN_STEPS.find((step) => !isStepDone(application, step)) ?? 'check';

/** The step that follows. */
export const stepAfter = (step: JoinStep): JoinStep => JOIN_STEPS[JOIN_STEPS.indexOf(step) + 1] ?? 'check';
export const stepBefore = (step: JoinStep): JoinStep | undefined => JOIN_STEPS[JOIN_STEPS.indexOf(step) - 1];

/** What applicants choose of, as the largest number of products. */
export const PRODUCT_COUNTS: readonly { value: string; label: string }[] = [
  { value: '20', label: 'Up to 20' },
  { value: '100', label: 'Up to 100' },
  { value: '1000', label: 'Up to 1,000' },
  { value: '10000', label: 'More than 1,000' },
];

/** The choice that a number belongs to; empty for none. */
export const toProductCount = (count: number | null): string =>
  count === null ? '' : (PRODUCT_COUNTS.find(({ value }) => count <= Number(value))?.value ?? '10000');

export const nameProductCount = (count: number | null): string | undefined =>
  PRODUCT_COUNTS.find(({ value }) => value === toProductCount(count))?.label;
