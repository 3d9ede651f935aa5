import { getProfile, logOut } from '@sokuwa/contract/account/account.endpoints.ts';
import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import type { Api } from '../api.ts';

/** Calls that only the signed in make, so they are fetched only for them. */

export const fetchProfile = (api: Api, signal: AbortSignal): Promise<Profile> => api.call(getProfile, { signal });

/** Ends the session on the server too. Where that can't be reached, the token still ends by itself (3-decisions, "Session"). */
export const revoke = (api: Api): Promise<unknown> => api.call(logOut, {});
