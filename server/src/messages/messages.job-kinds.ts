import { jobKind } from '../platform/jobs.ts';

/** Mails whoever has not read a post, some time after it was written. */
export const unreadMailJob = jobKind<{ thread: string; n: number }>('mail_unread_message');
