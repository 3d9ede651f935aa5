import { getProfile, logOut } from '@sokuwa/contract/account/account.endpoints.ts';
import type { Profile } from '@sokuwa/contract/account/account.schemas.ts';
import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';

/** @returns null when the token is not valid */
export const fetchProfile = async (api: Api, signal: AbortSignal): Promise<Profile | null> => {
  try {
    const profile: Partial<Profile> | null = await api.call(getProfile, { signal });
    return profile?.user ? (profile as Profile) : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** Revokes the token on the server. If that fails, the token expires by itself (SESSION-10). */
export const revokeToken = (api: Api): Promise<unknown> => api.call(logOut, {});
