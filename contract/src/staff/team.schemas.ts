import { z } from 'zod';
import { email } from '../account/account.schemas.ts';
import { idParam } from '../catalog/catalog.schemas.ts';
import { MERCHANT_ROLES, OPERATOR_ROLES } from './roles.ts';

const merchantRole = z.enum(MERCHANT_ROLES);
const operatorRole = z.enum(OPERATOR_ROLES);

const describeTeam = <R extends z.ZodType>(role: R) =>
  z.object({
    /** By when they joined. */
    members: z.array(
      z.object({
        id: z.number().int(),
        account_id: z.number().int(),
        name: z.string(),
        email: z.string(),
        role,
        /** ISO 8601, UTC. */
        since: z.string(),
        /** When they last used the desk, to the minute; null if they are not signed in. */
        last_used_at: z.string().nullable(),
        has_second_factor: z.boolean(),
      }),
    ),
    /** Invitations that are not accepted yet, oldest first. */
    invitations: z.array(
      z.object({
        id: z.number().int(),
        email: z.string(),
        role,
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ),
  });
export const merchantTeam = describeTeam(merchantRole);
export const operatorTeam = describeTeam(operatorRole);
export type MerchantTeam = z.infer<typeof merchantTeam>;
export type OperatorTeam = z.infer<typeof operatorTeam>;

export const newMerchantInvitation = z.object({ email, role: merchantRole });
export const newOperatorInvitation = z.object({ email, role: operatorRole });
export type NewMerchantInvitation = z.input<typeof newMerchantInvitation>;
export type NewOperatorInvitation = z.input<typeof newOperatorInvitation>;

export const merchantRoleChange = z.object({ role: merchantRole });
export const operatorRoleChange = z.object({ role: operatorRole });
export type MerchantRoleChange = z.input<typeof merchantRoleChange>;
export type OperatorRoleChange = z.input<typeof operatorRoleChange>;

export const memberParams = z.object({ memberId: idParam });
export const invitationParams = z.object({ invitationId: idParam });

/** The token of the mailed link; any text, because a wrong one is refused as an invalid link. */
export const invitationToken = z.object({ token: z.string().max(200) });
export type InvitationToken = z.input<typeof invitationToken>;

/** What an invitation offers, before it is accepted. */
export const offeredInvitation = z.object({
  /** Null: as an operator. */
  store_name: z.string().nullable(),
  role: z.enum([...MERCHANT_ROLES, ...OPERATOR_ROLES]),
  /** Who was invited: only this account can accept. */
  email: z.string(),
});
export type OfferedInvitation = z.infer<typeof offeredInvitation>;
