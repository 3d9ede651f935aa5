import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusal-groups.ts';
import type { Examination, ShopSettings } from './settings.schemas.ts';

/** Of the process that responds. Values of secrets are not shown. */
export const getSettings = endpoint<{ response: ShopSettings }>()({
  method: 'GET',
  path: '/operator/settings/',
  auth: 'operator',
  area: 'settings',
  summary: 'The settings of the shop, without secrets',
  refusals: signedInRefusals,
});

/** Each process examines at most once a minute. It takes some seconds. */
export const getExamination = endpoint<{ response: Examination }>()({
  method: 'GET',
  path: '/operator/doctor/',
  auth: 'operator',
  area: 'settings',
  summary: 'What the doctor finds: whether everything works that the shop depends on',
  refusals: signedInRefusals,
});
