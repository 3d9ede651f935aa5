import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';

/** Labels of the genders (ACCOUNT-111). */
export const GENDERS: Record<Profile['gender'], string> = { F: 'Female', M: 'Male', Others: 'Others', '': '' };
