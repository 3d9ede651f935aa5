import { getProfile, logOut } from '@sokuwa/contract/account/account.endpoints.ts';
import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { type Api, ApiError } from '../lib/api.ts';

/** Calls that only the signed in make, so they are fetched only for them. */

/** @returns null where the shop knows of nobody */
export const fetchProfile = async (api: Api, signal: AbortSignal): Promise<Profile | null> => {
  try {
    const profile: Partial<Profile> | null = await api.call(getProfile, { signal });
    return profile?.user ? (profile as Profile) : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** Ends the session on the server too. Where that can't be reached, the token still ends by itself (SESSION-10). */
export const revoke = (api: Api): Promise<unknown> => api.call(logOut, {});
