import type { AccountId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';

/** The operations whose outcome is logged with the account (docs/operation.md, "Logs"). */
type AccountEvent =
  | 'login'
  | 'identity_login'
  | 'desk_login'
  | 'desk_verification'
  | 'verification_request'
  | 'email_verification'
  | 'password_reset_request'
  | 'password_reset'
  | 'account_deletion';

/** Receives the account of an operation as soon as it is known; undefined if there is none. */
export type Identify = (accountId: AccountId | undefined) => void;

/**
 * Runs an operation and logs its outcome: `success`, the code of the refusal, or `error` if it throws (OWASP ASVS 5.0, V16.3.1). The line has
 * the account's id and nothing else about the person.
 * @param log of the request, so that the line has its id
 * @param describe says the outcome of a result that is no refusal
 * @returns the operation's result
 */
export const logOutcome = async <T>(
  log: Log,
  event: AccountEvent,
  operation: (identify: Identify) => Promise<T>,
  describe: (result: Exclude<T, Refused>) => string = () => 'success',
): Promise<T> => {
  let account: AccountId | undefined;
  let outcome = 'error';
  try {
    const result = await operation((accountId) => {
      account = accountId;
    });
    outcome = isRefused(result) ? result.refused : describe(result as Exclude<T, Refused>);
    return result;
  } finally {
    log.info({ event, account, outcome }, 'account event');
  }
};
