import { z } from 'zod';
import { STORE_STATES } from '../catalog/store.rules.ts';
import { actReason, optionalActReason } from '../operators/acts.schemas.ts';
import { cursorText } from '../text.schemas.ts';
import { SHARED_FACTS } from './joining.rules.ts';
import { applicationParts, operatorBankAccount } from './joining.schemas.ts';

const state = z.enum(STORE_STATES);
export const applicationsQuery = z.object({
  state: state.optional(),
  /** The time and the id of the last application of the page before. */
  cursor: cursorText().optional(),
});
export type ApplicationsQuery = z.input<typeof applicationsQuery>;

const { merchant_id, state_since, submitted_at, store_name, place, country, description, expected_products } =
  applicationParts;
/** Null if the account is deleted. */
const applicant = z.object({ account_id: z.number().int(), name: z.string(), email: z.string() }).nullable();
export const operatorApplicationSummary = z.object({
  ...{ merchant_id, state, state_since, submitted_at, store_name, place, country, description, expected_products },
  applicant,
});
export type OperatorApplicationSummary = z.infer<typeof operatorApplicationSummary>;
export const operatorApplications = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Those that have their state longest first. */
  results: z.array(operatorApplicationSummary),
});
export type OperatorApplications = z.infer<typeof operatorApplications>;

export const operatorApplication = z.object({
  ...applicationParts,
  /** Of what a decision is made on; it is sent with the decision. */
  version: z.string(),
  applicant: z
    .object({
      account_id: z.number().int(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      /** ISO 8601, UTC. */
      account_created_at: z.string(),
    })
    .nullable(),
  /** Null: none, or the shop cannot decrypt it. */
  bank_account: operatorBankAccount.nullable(),
  /** The default of the shop, or the merchant's own. */
  commission_per_mille: z.number().int(),
  /** Products that are prepared, and how many of them have pictures. */
  products: z.object({ total: z.number().int(), with_pictures: z.number().int() }),
  /** Other stores that have something in common with this one, by id. */
  other_stores: z.array(
    z.object({
      merchant_id: z.number().int(),
      store_name: z.string(),
      state,
      suspended_at: z.string().nullable(),
      shares: z.array(z.enum(SHARED_FACTS)),
    }),
  ),
});
export type OperatorApplication = z.infer<typeof operatorApplication>;

/** The version that the operator has read. */
const version = z.string().max(40);
export const approval = z.object({ version }).extend(optionalActReason.shape);
export type Approval = z.input<typeof approval>;
/** The applicant reads the reason. */
export const declination = z.object({ version }).extend(actReason.shape);
export type Declination = z.input<typeof declination>;
