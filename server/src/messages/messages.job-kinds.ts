import { jobKind } from '../platform/jobs.ts';

/** Mails the recipient of a post that is still unread some time after it was written. */
export const unreadMailJob = jobKind<{ thread: string; n: number }>('mail_unread_message');
