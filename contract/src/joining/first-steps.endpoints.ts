import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { FirstSteps, FirstStepsChange } from './first-steps.schemas.ts';

export const getFirstSteps = endpoint<{ response: FirstSteps }>()({
  method: 'GET',
  path: '/merchant/first-steps/',
  auth: 'merchant',
  area: 'store',
  summary: 'The first steps of a new store, and which are done',
  refusals: signedInRefusals,
});

export const changeFirstSteps = endpoint<{ body: FirstStepsChange; response: FirstSteps }>()({
  method: 'PATCH',
  path: '/merchant/first-steps/',
  auth: 'merchant',
  area: 'store',
  summary: 'Put the list of first steps away, or show it again',
  refusals: [...apiWriteRefusals, ...bodyRefusals],
});
