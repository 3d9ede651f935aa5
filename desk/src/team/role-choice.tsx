import { MERCHANT_ROLES, type MerchantRole } from '@sokuwa/contract/staff/roles.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { Choice, labelClass } from '../ui/field.tsx';

const ROLE_HINTS: Record<MerchantRole, string> = {
  owner: 'Everything, also payouts, the bank account, the team and integrations.',
  staff: 'Orders, products, messages and returns. Sees nothing of money, team and integrations.',
};

/** What somebody may do. */
export function RoleChoice({ field, isYou = false }: { field: UseFormRegisterReturn; isYou?: boolean }) {
  return (
    <fieldset>
      <legend className={labelClass}>What {isYou ? 'you' : 'they'} may do</legend>
      {MERCHANT_ROLES.toReversed().map((role) => (
        <Choice key={role} type="radio" value={role} label={ROLE_NAMES[role]} hint={ROLE_HINTS[role]} {...field} />
      ))}
    </fieldset>
  );
}
