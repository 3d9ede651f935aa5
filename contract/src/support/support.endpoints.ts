import type { Done } from '../account/account.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals } from '../refusals.ts';
import type { ContactSupport } from './support.schemas.ts';

/** The same words from the same address, sent again within a minute, are the same message. */
export const sendToSupport = endpoint<{ body: ContactSupport; response: Done }>()({
  method: 'POST',
  path: '/contact-support/send/',
  auth: 'none',
  summary: "Write to the shop's support",
  refusals: [...bodyRefusals, 'too_many_requests', 'database_away'],
});
