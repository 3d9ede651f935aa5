export { MAIL_JOBS, mailWorker, queueMail, sendNow } from './mail.service.ts';
export type { Mail } from './mail.ts';
