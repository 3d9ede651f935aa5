export { MAIL_JOBS, mailWork, queueMail, sendNow } from './mail.service.ts';
export type { Mail } from './mail.ts';
