import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import type { MailPort } from './mail.port.ts';
import { SandboxMail } from './sandbox.mail.ts';

/** Opens the configured mail server, otherwise the sandbox's mailbox. SMTP is loaded only when used. */
export const openMail = async ({ mail: { smtpUrl, from } }: Pick<Config, 'mail'>, db: Database): Promise<MailPort> => {
  if (smtpUrl === undefined) return new SandboxMail(db);
  const { SmtpMail } = await import('./smtp.mail.ts');
  return new SmtpMail(smtpUrl, from);
};
