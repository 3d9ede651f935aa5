import type { Role } from '@sokuwa/contract/staff/roles.ts';

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  staff: 'Staff',
  support: 'Support',
  catalogue: 'Catalogue',
  finance: 'Finance',
};
