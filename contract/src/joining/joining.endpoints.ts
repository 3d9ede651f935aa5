import type { Done } from '../account/account.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, deskWriteRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  Application,
  ApplicationChange,
  Applications,
  MerchantTerms,
  NewApplication,
  StoreNameCheck,
  StoreNameQuery,
  TermsAcceptance,
} from './joining.schemas.ts';

type Params = { merchantId: number };

export const getMerchantTerms = endpoint<{ response: MerchantTerms }>()({
  method: 'GET',
  path: '/desk/merchant-terms/',
  auth: 'desk',
  host: 'shop',
  summary: 'The terms for merchants',
  refusals: signedInRefusals,
});

export const checkStoreName = endpoint<{ query: StoreNameQuery; response: StoreNameCheck }>()({
  method: 'GET',
  path: '/desk/store-name/',
  auth: 'desk',
  host: 'shop',
  summary: 'Whether a store can have this name',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const listApplications = endpoint<{ response: Applications }>()({
  method: 'GET',
  path: '/desk/applications/',
  auth: 'desk',
  host: 'shop',
  summary: 'The stores that this account has applied for',
  refusals: signedInRefusals,
});

/** Creates a draft store, of which the account is the owner. A repetition with the same name returns the open application. */
export const createApplication = endpoint<{ body: NewApplication; response: Application }>()({
  method: 'POST',
  path: '/desk/applications/',
  auth: 'desk',
  host: 'shop',
  summary: 'Begin an application for a store',
  refusals: [
    ...deskWriteRefusals,
    ...bodyRefusals,
    'store_name_taken',
    'application_open',
    'too_many_stores',
    'unknown_country',
    'phone_invalid',
  ],
});

export const getApplication = endpoint<{ params: Params; response: Application }>()({
  method: 'GET',
  path: '/desk/applications/{merchantId}/',
  auth: 'desk',
  host: 'shop',
  summary: 'One application',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Also while it waits for a decision, which is then refused unless the operator has read the change. */
export const changeApplication = endpoint<{ params: Params; body: ApplicationChange; response: Application }>()({
  method: 'PATCH',
  path: '/desk/applications/{merchantId}/',
  auth: 'desk',
  host: 'shop',
  summary: 'Change an application',
  refusals: [
    ...deskWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'store_approved',
    'store_name_taken',
    'unknown_country',
    'phone_invalid',
  ],
});

export const acceptMerchantTerms = endpoint<{ params: Params; body: TermsAcceptance; response: Application }>()({
  method: 'PUT',
  path: '/desk/applications/{merchantId}/terms/',
  auth: 'desk',
  host: 'shop',
  summary: 'Accept the terms for merchants',
  refusals: [...deskWriteRefusals, ...bodyRefusals, 'not_found', 'store_approved', 'terms_outdated'],
});

/** `errors` of the refusal names what is missing. A repetition changes nothing. */
export const submitApplication = endpoint<{ params: Params; response: Application }>()({
  method: 'POST',
  path: '/desk/applications/{merchantId}/submit/',
  auth: 'desk',
  host: 'shop',
  summary: 'Send an application to the operators',
  refusals: [...deskWriteRefusals, 'invalid_input', 'not_found', 'store_approved', 'application_incomplete'],
});

/** Deletes the draft store with its products. */
export const withdrawApplication = endpoint<{ params: Params; response: Done }>()({
  method: 'DELETE',
  path: '/desk/applications/{merchantId}/',
  auth: 'desk',
  host: 'shop',
  summary: 'Delete a store that was never approved',
  refusals: [...deskWriteRefusals, 'invalid_input', 'not_found', 'store_approved'],
});
