import type { UseFormRegisterReturn } from 'react-hook-form';
import { ROLE_NAMES } from '../lib/role-names.ts';
import { Choice, labelClass } from '../ui/field.tsx';
import type { TeamDesk } from './team-desk.ts';

/** What somebody may do. */
export function RoleChoice({
  desk: { roles, roleHints },
  field,
  isYou = false,
}: {
  desk: Pick<TeamDesk, 'roles' | 'roleHints'>;
  field: UseFormRegisterReturn;
  isYou?: boolean;
}) {
  return (
    <fieldset>
      <legend className={labelClass}>What {isYou ? 'you' : 'they'} may do</legend>
      {roles.map((role) => (
        <Choice key={role} type="radio" value={role} label={ROLE_NAMES[role]} hint={roleHints[role]} {...field} />
      ))}
    </fieldset>
  );
}
