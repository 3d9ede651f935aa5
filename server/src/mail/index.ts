import type { Slice } from '../slice.ts';
import { mailWorkers } from './mail.service.ts';

export { MAIL_JOBS, queueMail, sendNow } from './mail.service.ts';
export type { Mail } from './mail.ts';

export const mail = { jobs: mailWorkers } satisfies Slice;
