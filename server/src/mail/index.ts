import type { Slice } from '../slice.ts';
import { mailWorkers } from './mail.service.ts';

export { composeAndSend, MAIL_JOBS, queueMail, queueMails } from './mail.service.ts';
export type { Mail } from './mail.ts';

export const mail = { jobs: mailWorkers } satisfies Slice;
