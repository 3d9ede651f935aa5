import { LRUCache } from 'lru-cache';
import { hashToken } from './tokens.ts';

const MAX_KNOWN_TOKENS = 20_000;
const KNOWN_TOKEN_LIFETIME_MS = 60 * 60 * 1000;

/**
 * The owners of tokens that were valid in the last hour. They only determine the key under which a request is counted;
 * each token is still checked in the database.
 */
export class KnownTokens {
  readonly #owners = new LRUCache<string, string>({ max: MAX_KNOWN_TOKENS, ttl: KNOWN_TOKEN_LIFETIME_MS });

  /** @param authorization the header; only its hash is stored */
  getOwner(authorization: string | undefined): string | undefined {
    return authorization === undefined ? undefined : this.#owners.get(hashAuthorization(authorization));
  }

  /** @param owner the account or merchant */
  add(authorization: string | undefined, owner: string | undefined): void {
    if (authorization !== undefined && owner !== undefined) this.#owners.set(hashAuthorization(authorization), owner);
  }

  delete(authorization: string | undefined): void {
    if (authorization !== undefined) this.#owners.delete(hashAuthorization(authorization));
  }
}
const hashAuthorization = (authorization: string): string => hashToken(authorization).toString('base64url');
