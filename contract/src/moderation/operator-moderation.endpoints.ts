import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  ModerationCase,
  ModerationDecision,
  ModerationList,
  ModerationQuery,
  ModerationRelease,
} from './operator-moderation.schemas.ts';

type Params = { productId: number };
type Decision = { params: Params; body: ModerationDecision; response: ModerationCase };
/** `moderation_changed` has the product as it is now in `current`. A repeated request is not refused. */
const decisionRefusals = [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'moderation_changed'] as const;

export const listModeration = endpoint<{ query: ModerationQuery; response: ModerationList }>()({
  method: 'GET',
  path: '/operator/moderation/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Products that wait for an operator, the oldest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Any product, also one that nobody has reported. */
export const getModerationCase = endpoint<{ params: Params; response: ModerationCase }>()({
  method: 'GET',
  path: '/operator/moderation/{productId}/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'A product with its open reports, and what operators have done with it',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const dismissReports = endpoint<Decision>()({
  method: 'POST',
  path: '/operator/moderation/{productId}/dismiss/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Dismiss the open reports of a product',
  refusals: [...decisionRefusals, 'no_open_reports'],
});

/** The merchant gets a mail with the reason. Open reports are closed. */
export const takeDownProduct = endpoint<Decision>()({
  method: 'POST',
  path: '/operator/moderation/{productId}/take-down/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Take a product out of the shop',
  refusals: [...decisionRefusals, 'product_is_taken_down', 'product_merged'],
});

/** The merchant has asked for a review, gets a mail with the reason, and can change the product again. */
export const keepProductDown = endpoint<Decision>()({
  method: 'POST',
  path: '/operator/moderation/{productId}/keep-down/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Keep a product out of the shop after a review',
  refusals: [...decisionRefusals, 'review_not_asked'],
});

/** It is live again if it was live before, and nothing is missing. The merchant gets a mail. */
export const putProductBack = endpoint<{ params: Params; body: ModerationRelease; response: ModerationCase }>()({
  method: 'POST',
  path: '/operator/moderation/{productId}/put-back/',
  auth: 'operator',
  area: 'catalogue',
  summary: 'Put a product that was taken down back into the shop',
  refusals: [...decisionRefusals, 'product_not_taken_down'],
});
