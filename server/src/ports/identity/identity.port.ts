/** A user's claims from the identity provider. */
export type IdentityClaims = {
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
export type IdentityCallback = { [K in 'code' | 'state' | 'iss' | 'error']?: string | undefined };

/** An identity provider (OpenID Connect). */
export type IdentityPort = {
  /**
   * Starts a sign-in.
   * @returns the authorization URL
   * @throws IdentityError unavailable or untrusted
   */
  startSignIn(): Promise<{ url: string; challenge: Challenge }>;
  /**
   * Verifies the redirect and returns the user.
   * @param challenge the pending sign-in with the redirect's state
   * @throws IdentityError
   */
  completeSignIn(callback: IdentityCallback, challenge: Challenge): Promise<IdentityClaims>;
};

/**
 * Why a sign-in failed. `denied`: by the user or the provider, or the code was used; `unavailable`: the provider cannot be reached;
 * `untrusted`: its response is invalid.
 */
export class IdentityError extends Error {
  readonly reason: 'denied' | 'unavailable' | 'untrusted';
  constructor(reason: IdentityError['reason'], cause: unknown) {
    super(`${reason}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.reason = reason;
  }
}
