import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';

/** What is shown for each gender that a profile may hold (ACCOUNT-111). */
export const GENDERS: Record<Profile['gender'], string> = { F: 'Female', M: 'Male', Others: 'Others', '': '' };
