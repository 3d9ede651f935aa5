import type { Done } from '../account/account.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals } from '../refusal-groups.ts';
import type { ContactSupport } from './support.schemas.ts';

/** The same text from the same address within a minute is one message, so a retry is safe. */
export const sendToSupport = endpoint<{ body: ContactSupport; response: Done }>()({
  method: 'POST',
  path: '/contact-support/send/',
  auth: 'none',
  summary: 'Send a message to support',
  refusals: [...bodyRefusals, 'too_many_requests', 'database_unavailable'],
});
