/** A user's claims from the identity provider. */
export type Person = {
  /** The provider's issuer URL. */
  issuer: string;
  /** The provider's stable id of the user (`sub`). */
  subject: string;
  email: string;
  /** Whether the provider has verified the email address. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** State, nonce and verifier of a pending sign-in; stored by the shop until the redirect. */
export type Challenge = { state: string; nonce: string; verifier: string };

/** Query parameters of the provider's redirect. */
export type Answer = { [K in 'code' | 'state' | 'iss' | 'error']?: string | undefined };

/** An identity provider (OpenID Connect). */
export type IdentityPort = {
  /**
   * Starts a sign-in.
   * @returns the authorization URL
   * @throws IdentityError unavailable or untrusted
   */
  ask(): Promise<{ url: string; challenge: Challenge }>;
  /**
   * Verifies the redirect and returns the user.
   * @param challenge the pending sign-in with the redirect's state
   * @throws IdentityError
   */
  check(answer: Answer, challenge: Challenge): Promise<Person>;
};

/**
 * Why a sign-in failed: denied by the provider or the user, or the code was used; the provider is unavailable; its response is invalid.
 */
export class IdentityError extends Error {
  readonly reason: 'denied' | 'away' | 'untrusted';
  constructor(reason: IdentityError['reason'], cause: unknown) {
    super(`${reason}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.reason = reason;
  }
}
