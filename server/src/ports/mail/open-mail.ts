import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import type { MailPort } from './mail.port.ts';
import { SandboxMail } from './sandbox.mail.ts';

/** The mail server that the settings name, else the sandbox's mailbox. Loads SMTP only when it is used. */
export const openMail = async ({ mail: { smtpUrl, from } }: Pick<Config, 'mail'>, db: Database): Promise<MailPort> => {
  if (smtpUrl === undefined) return new SandboxMail(db);
  const { SmtpMail } = await import('./smtp.mail.ts');
  return new SmtpMail(smtpUrl, from);
};
