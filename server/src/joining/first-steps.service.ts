import type { FirstSteps } from '@sokuwa/contract/joining/first-steps.schemas.ts';
import type { FirstStep } from '@sokuwa/contract/joining/joining.rules.ts';
import type { MerchantArea } from '@sokuwa/contract/staff/roles.ts';
import { selectFoundAccounts } from '../account/index.ts';
import { hasProductWithPictures, selectStore, updateStore } from '../catalog/index.ts';
import { hasShippedOrder } from '../orders/index.ts';
import { readBankAccounts } from '../payouts/index.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { hasSecondFactor } from '../staff/index.ts';

type StepDeps = Pick<ShopParts, 'db' | 'encryption'>;
/** Who reads the steps. `accountId` is undefined for a program, which has neither an email address nor a second factor. */
type Reader = { accountId: AccountId | undefined; mayRead: (area: MerchantArea) => boolean };

const PICTURES_OF_FIRST_PRODUCT = 2;

const readPersonalSteps = async (
  { db }: StepDeps,
  accountId: AccountId,
): Promise<Partial<Record<FirstStep, boolean>>> => {
  const [account] = await selectFoundAccounts(db, { ids: [accountId] }, 1);
  return {
    verified_email: account !== undefined && account.verified_at !== null,
    second_factor: await hasSecondFactor(db, accountId),
  };
};

const hasBankAccount = async (deps: StepDeps, merchantId: MerchantId): Promise<boolean> => {
  const accounts = await readBankAccounts(deps, merchantId);
  return !isRefused(accounts) && accounts.current !== undefined;
};

/** The first steps of a store, derived from what there is (JOIN-18). */
export const readFirstSteps = async (
  deps: StepDeps,
  merchantId: MerchantId,
  { accountId, mayRead }: Reader,
): Promise<FirstSteps> => {
  const { db } = deps;
  const { place, email, cover_key, first_steps_dismissed_at } = await selectStore(db, merchantId);
  const done: Partial<Record<FirstStep, boolean>> = {
    ...(accountId !== undefined && (await readPersonalSteps(deps, accountId))),
    store_details: place !== '' && email !== null,
    cover: cover_key !== null,
    ...(mayRead('payouts') && { bank_account: await hasBankAccount(deps, merchantId) }),
    first_product: await hasProductWithPictures(db, merchantId, PICTURES_OF_FIRST_PRODUCT),
    first_order: await hasShippedOrder(db, merchantId),
  };
  const steps = Object.entries(done).map(([step, is_done]) => ({
    step: step as FirstStep,
    is_done,
    is_needed: step !== 'second_factor',
  }));
  return { steps, is_dismissed: first_steps_dismissed_at !== null };
};

/** Puts the list of first steps away for everybody of the store, or shows it again. */
export const dismissFirstSteps = ({ db }: StepDeps, merchantId: MerchantId, isDismissed: boolean): Promise<void> =>
  updateStore(db, merchantId, { first_steps_dismissed_at: isDismissed ? new Date() : null });
