import { z } from 'zod';
import { NAME_MAX } from '../account/account.rules.ts';
import { email } from '../account/account.schemas.ts';
import { CONTENT_MAX, SUBJECT_MAX } from '../messages/messages.rules.ts';
import { block, line } from '../text.schemas.ts';

const required = (text: z.ZodType<string, string>, message: string) =>
  z
    .string(message)
    .pipe(text)
    .refine((trimmed) => trimmed !== '', message);

/** The messages are those of the contact form. */
export const contactSupport = z.object({
  full_name: required(line(2 * NAME_MAX), 'Please fill in your full name'),
  email: z.string('Please fill in your email address').trim().min(1, 'Please fill in your email address').pipe(email),
  subject: required(line(SUBJECT_MAX), 'Please fill in your subject'),
  content: required(block(CONTENT_MAX), 'Please fill in your message'),
});
export type ContactSupport = z.input<typeof contactSupport>;
