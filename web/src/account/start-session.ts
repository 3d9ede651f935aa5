import type { SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { tokens } from '../lib/token-store.ts';

/** Moves the guest's data of this browser into the account. @param token the new session's token, which is not stored yet */
export type MergeGuestData = (token: string) => Promise<unknown>;

/** Shown when the browser refuses to store the token. */
const TOKEN_NOT_STORED =
  'Your browser does not let the shop remember that you are signed in. Please allow it to store data.';

/**
 * Starts the session of a login response. Merges the guest's data before it stores the token, because pages show the account's cart
 * as soon as the token is stored.
 * @param success text of the toast
 * @returns the error message; undefined when the token is stored, which redirects from the page
 */
export const startSession = async (
  session: SignedIn,
  success: string,
  mergeGuestData: MergeGuestData,
): Promise<string | undefined> => {
  if (typeof session?.token !== 'string' || session.token === '') return 'The response could not be read.';
  await mergeGuestData(session.token);
  if (!tokens.save(session)) return TOKEN_NOT_STORED;
  toast.success(success);
  return undefined;
};
