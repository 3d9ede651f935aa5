import { brand } from '@sokuwa/contract/brand.ts';
import type { Mails } from '../mail.ts';
import { action, heading, paragraph, remark, type Template } from './layout.ts';

/** Emails about access to the desk. */

type Change = Mails['desk_security']['change'];
const CHANGES: Record<Change, { title: string; happened: string }> = {
  passkey_added: { title: 'A passkey was added', happened: 'a passkey was added to your account. It opens the desk.' },
  passkey_removed: {
    title: 'A passkey was removed',
    happened: 'a passkey was removed from your account. It does not open the desk any more.',
  },
  totp_added: {
    title: 'An authenticator app was added',
    happened: 'an authenticator app was added to your account. Its codes are asked for when you sign in to the desk.',
  },
  totp_removed: {
    title: 'The authenticator app was removed',
    happened: 'the authenticator app was removed from your account.',
  },
  recovery_codes_created: {
    title: 'New recovery codes',
    happened: 'new recovery codes were created. The former ones are not valid any more.',
  },
  recovery_code_used: {
    title: 'A recovery code was used',
    happened:
      'one of your recovery codes was used, to sign in to the desk or to prove who you are there. It is not valid any more.',
  },
  codes_limited: {
    title: 'Too many wrong codes',
    happened:
      'too many wrong codes of your authenticator app were entered in the desk today, by somebody who has your password. Codes of the app are refused until tomorrow; passkeys and recovery codes still work.',
  },
};

const formatCodesLeft = (left: number): string =>
  left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;

export const deskSecurity: Template<Mails['desk_security']> = ({ first_name, change, codes_left, link }) => {
  const { title, happened } = CHANGES[change];
  return {
    subject: `${brand.name}: ${title.toLowerCase()}`,
    preview: 'What happened to the sign-in to the desk.',
    body: [
      heading(title),
      paragraph(`Hello ${first_name}, ${happened}`),
      ...(change === 'recovery_code_used' ? [paragraph(formatCodesLeft(codes_left))] : []),
      paragraph(`If this was not you, reset your password now and write to ${brand.email}.`),
      action('Reset Password', link),
      remark('If it was you, you need not do anything.'),
    ],
  };
};

export const staffInvited: Template<Mails['staff_invited']> = ({ store_name, role, inviter, link }) => {
  const place = store_name ?? `${brand.name} as an operator`;
  return {
    subject: `${inviter} invites you to work for ${place}`,
    preview: 'The invitation is valid for 7 days.',
    body: [
      heading('An invitation'),
      paragraph(`Hello, ${inviter} invites you to work for ${place} in the desk, with the role “${role}”.`),
      action('Accept the Invitation', link),
      remark('The invitation is valid for 7 days. If you do not know who sent it, ignore this mail.'),
    ],
  };
};
