/** What a provider says of a person. */
export type Person = {
  /** Who says it. */
  issuer: string;
  /** The provider's own name for the person: the only one that stays. */
  subject: string;
  email: string;
  /** Whether the provider has proven that the address is the person's. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** What ties an answer to its question: kept by the shop until the answer comes. */
export type Challenge = { state: string; nonce: string; verifier: string };

/** What the provider said, by way of the browser. */
export type Answer = { [K in 'code' | 'state' | 'iss' | 'error']?: string | undefined };

/** Somebody who vouches for people. */
export type IdentityPort = {
  /**
   * Makes a question for the person.
   * @returns where the browser goes to be asked
   * @throws IdentityError away or untrusted
   */
  ask(): Promise<{ url: string; challenge: Challenge }>;
  /**
   * Finds out who answered.
   * @param challenge the question's, which the caller has found by the answer's state
   * @throws IdentityError
   */
  check(answer: Answer, challenge: Challenge): Promise<Person>;
};

/**
 * Why it isn't known who somebody is: the provider said no (or the person did, or the code was used before); the provider
 * is away; what it says can't be trusted or understood.
 */
export class IdentityError extends Error {
  readonly reason: 'denied' | 'away' | 'untrusted';
  constructor(reason: IdentityError['reason'], cause: unknown) {
    super(`${reason}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.reason = reason;
  }
}
