import { z } from 'zod';
import { login } from '../account/account.schemas.ts';
import { idParam } from '../catalog/catalog.schemas.ts';
import { STORE_STATES } from '../catalog/store.rules.ts';
import { line } from '../text.schemas.ts';
import { MERCHANT_ROLES, OPERATOR_ROLES } from './roles.ts';

const LABEL_MAX = 80;

/** The id of a passkey, in base64url. */
const passkeyId = z.string().regex(/^[\w-]{1,1500}$/);
/** The fields of WebAuthn are checked by the library that verifies them, so only their form is described. */
const webAuthnOptions = z.record(z.string(), z.unknown());
/** What a browser's authenticator has answered, as JSON of WebAuthn Level 3. */
export const passkeyAnswer = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.string().max(40).optional(),
});
export type PasskeyAnswer = z.input<typeof passkeyAnswer>;

export const signIn = login;

export const FACTORS = ['passkey', 'totp', 'recovery_code'] as const;
const factor = z.enum(FACTORS);
export type Factor = z.infer<typeof factor>;
/** After the password: signed in, or which second factors the account has. */
export const signInResult = z.object({
  signed_in: z.boolean(),
  /** Empty when signed in. */
  factors: z.array(factor),
});
export type SignInResult = z.infer<typeof signInResult>;

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
export const code = z.object({
  code: z
    .string()
    .max(60)
    .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
    .refine((text) => text !== '', 'Enter the code.'),
});
export type Code = z.input<typeof code>;

export const passkeyOptions = z.object({ options: webAuthnOptions });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

const membership = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('merchant'),
    merchant_id: z.number().int(),
    name: z.string(),
    /** Only an approved store is in the shop. */
    state: z.enum(STORE_STATES),
    role: z.enum(MERCHANT_ROLES),
  }),
  z.object({ of: z.literal('operator'), role: z.enum(OPERATOR_ROLES) }),
]);
export type Membership = z.infer<typeof membership>;

/** Who is signed in, and where they work. */
export const deskSession = z.object({
  account_id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  memberships: z.array(membership),
  /** Whether this account has a second factor. */
  has_second_factor: z.boolean(),
  /** Whether the calls of operators need a second factor. */
  operators_need_second_factor: z.boolean(),
  /** ISO 8601, UTC: until when second factors can be changed; null if one has to be proven again before that. */
  verified_until: z.string().nullable(),
});
export type DeskSession = z.infer<typeof deskSession>;

export const deskSessions = z.object({
  /** The last used first. */
  results: z.array(
    z.object({
      id: z.number().int(),
      /** Whether the request was made in this session. */
      is_current: z.boolean(),
      /** ISO 8601, UTC. */
      signed_in_at: z.string(),
      /** To the minute. */
      last_used_at: z.string(),
      /** The header User-Agent of the sign-in. */
      user_agent: z.string(),
    }),
  ),
});
export type DeskSessions = z.infer<typeof deskSessions>;

export const sessionParams = z.object({ sessionId: idParam });

export const secondFactors = z.object({
  /** Oldest first. */
  passkeys: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Whether it survives the loss of the device. */
      backed_up: z.boolean(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
  /** ISO 8601, UTC: since when an authenticator app is used; null if none is. */
  totp_since: z.string().nullable(),
  recovery_codes_left: z.number().int(),
});
export type SecondFactors = z.infer<typeof secondFactors>;

/** The second factors. With the first one, also the recovery codes, which are not shown again. */
export const factorAdded = secondFactors.extend({ recovery_codes: z.array(z.string()) });
export type FactorAdded = z.infer<typeof factorAdded>;

export const newPasskey = z.object({
  label: line(LABEL_MAX).refine((text) => text !== '', 'Name the passkey.'),
  answer: passkeyAnswer,
});
export type NewPasskey = z.input<typeof newPasskey>;
export const passkeyParams = z.object({ passkeyId });

/** The secret of an authenticator app, for a QR code and to be typed. */
export const newTotp = z.object({ secret: z.string(), uri: z.string() });
export type NewTotp = z.infer<typeof newTotp>;

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
