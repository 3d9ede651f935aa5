import type { SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { tokens } from '../lib/token-store.ts';

/** Moves what a guest left in this browser into the account. @param token of the session that begins; not stored yet */
export type MergeGuestData = (token: string) => Promise<unknown>;

/** Said where the browser keeps nothing. */
const NOT_KEPT = 'Your browser does not let the shop remember that you are signed in. Please allow it to store data.';

/**
 * Makes a session of what a login answered. The guest's cart and views go first: whoever looks for the token shows the account's
 * cart at once.
 * @param success what to say
 * @returns what is wrong, if anything is; otherwise the token is stored, which leads away from the page
 */
export const enter = async (
  session: SignedIn,
  success: string,
  mergeGuestData: MergeGuestData,
): Promise<string | undefined> => {
  if (typeof session?.token !== 'string' || session.token === '') return 'The response could not be read.';
  await mergeGuestData(session.token);
  if (!tokens.save(session)) return NOT_KEPT;
  toast.success(success);
  return undefined;
};
