import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  ApplicationsQuery,
  Approval,
  Declination,
  OperatorApplication,
  OperatorApplications,
} from './operator-applications.schemas.ts';

type Params = { merchantId: number };
const decisionRefusals = [
  ...apiWriteRefusals,
  ...bodyRefusals,
  'not_found',
  'application_not_waiting',
  'application_changed',
] as const;

export const listOperatorApplications = endpoint<{ query: ApplicationsQuery; response: OperatorApplications }>()({
  method: 'GET',
  path: '/operator/applications/',
  auth: 'operator',
  area: 'merchants',
  summary: 'Stores that have applied, the oldest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getOperatorApplication = endpoint<{ params: Params; response: OperatorApplication }>()({
  method: 'GET',
  path: '/operator/applications/{merchantId}/',
  auth: 'operator',
  area: 'merchants',
  summary: 'One application, with what speaks for and against it',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** The prepared products come into the shop, and the applicant gets a mail. */
export const approveApplication = endpoint<{ params: Params; body: Approval; response: OperatorApplication }>()({
  method: 'POST',
  path: '/operator/applications/{merchantId}/approve/',
  auth: 'operator',
  area: 'merchants',
  summary: 'Approve a store',
  refusals: decisionRefusals,
});

/** The applicant gets a mail with the reason, and can change and send the application again. */
export const declineApplication = endpoint<{ params: Params; body: Declination; response: OperatorApplication }>()({
  method: 'POST',
  path: '/operator/applications/{merchantId}/decline/',
  auth: 'operator',
  area: 'merchants',
  summary: 'Decline a store',
  refusals: decisionRefusals,
});
