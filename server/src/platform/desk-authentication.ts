import type { IncomingHttpHeaders } from 'node:http';
import { type Endpoint, STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import { isPermitted, type Staff } from '@sokuwa/contract/staff/roles.ts';
import type { FastifyRequest } from 'fastify';
import type { ApiClient } from './api-tokens.ts';
import { accountActor } from './audit.ts';
import { type Cookie, describeSecretCookie, readCookies } from './cookies.ts';
import type { Database } from './database.ts';
import { DESK_COOKIE_SECONDS, type DeskSession, getVerifiedUntil, readDeskSession } from './desk-sessions.ts';
import type { AccountId, MerchantId } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';

/** The cookie of a session in the desk: pages of other sites neither read nor send it (STAFF-10). */
export const describeDeskCookie = (publicUrl: string): Omit<Cookie, 'value'> => ({
  ...describeSecretCookie('desk', publicUrl, DESK_COOKIE_SECONDS),
  sameSite: 'strict',
});

const parseStore = (text: unknown): MerchantId | undefined =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? (Number(text) as MerchantId) : undefined;

/** Which merchant a request names. EventSource sends no headers, so a stream takes the query parameter `store` instead. */
const readStore = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>, { events }: Endpoint) =>
  parseStore(headers[STORE_HEADER] ?? (events ? (query as { store?: unknown }).store : undefined));

/** Who makes a call of a merchant, or of operators if `merchantId` is null: a program, or a person in the desk. */
export type Client = Pick<ApiClient, 'merchantId' | 'responsibleId'> & {
  /** For the audit log. */
  actor: string;
  /** What the person may do; undefined for a program. */
  staff?: Staff;
};
/** The session of a request from the desk, and for whom the person acts. */
export type DeskSender = { session: DeskSession; client?: Client };

/** The role of an account for a merchant, or as an operator if that is null; undefined if it does not work there. */
export type ReadStaff = (
  db: Database,
  accountId: AccountId,
  merchantId: MerchantId | null,
) => Promise<Staff | undefined>;

/** Lets people of merchants, and operators, call the API with the cookie of the desk. */
export class DeskAuthentication {
  readonly #db: Database;
  readonly #cookieName: string;
  readonly #origin: string;
  readonly #readStaff: ReadStaff;
  /** Whether calls of operators need a second factor (STAFF-8). */
  readonly operatorsNeedSecondFactor: boolean;

  constructor(
    db: Database,
    {
      publicUrl,
      operatorsNeedSecondFactor,
      readStaff,
    }: { publicUrl: string; operatorsNeedSecondFactor: boolean; readStaff: ReadStaff },
  ) {
    this.#readStaff = readStaff;
    this.#db = db;
    this.#cookieName = describeDeskCookie(publicUrl).name;
    this.#origin = new URL(publicUrl).origin;
    this.operatorsNeedSecondFactor = operatorsNeedSecondFactor;
  }

  /** The key of the session in the request's cookie. */
  readKey(headers: IncomingHttpHeaders): string | undefined {
    return readCookies(headers)[this.#cookieName];
  }

  /** Whether a page of the shop sent the request: browsers say so, with Sec-Fetch-Site or at least with Origin. */
  isSameOrigin({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders): boolean {
    return site === undefined ? origin === this.#origin : site === 'same-origin';
  }

  /**
   * The person who sent the request, and for which merchant or as an operator.
   * @returns cross_site unless a page of the shop sent a request that may change something; credentials_missing and token_invalid as
   *   `readDeskSession`; not_a_member, also for a merchant that does not exist; not_permitted if the role does not allow the call at this moment (STAFF-2);
   *   second_factor_required for an operator who has not proven one; verification_required, for calls that list it, as `getVerifiedUntil`
   */
  async identify(
    request: FastifyRequest,
    endpoint: Endpoint,
  ): Promise<
    | DeskSender
    | Refused<
        | 'cross_site'
        | 'credentials_missing'
        | 'token_invalid'
        | 'not_a_member'
        | 'not_permitted'
        | 'second_factor_required'
        | 'verification_required'
      >
  > {
    const { headers } = request;
    const { auth, area, method, refusals } = endpoint;
    if (method !== 'GET' && !this.isSameOrigin(headers)) return refuse('cross_site');
    const session = await readDeskSession(this.#db, this.readKey(headers));
    if (isRefused(session) || area === undefined) return isRefused(session) ? session : { session };
    const merchantId = auth === 'operator' ? null : readStore(request, endpoint);
    if (merchantId === undefined) return refuse('not_a_member');
    const { accountId } = session;
    const staff = await this.#readStaff(this.#db, accountId, merchantId);
    if (!staff) return refuse('not_a_member');
    if (!isPermitted(staff, area, method)) return refuse('not_permitted');
    if (auth === 'operator' && this.operatorsNeedSecondFactor && session.verifiedAt === null)
      return refuse('second_factor_required');
    // A session that has proven no second factor is of an account without one: the first one ends all others.
    if (refusals.includes('verification_required') && getVerifiedUntil(session, session.verifiedAt !== null) === null)
      return refuse('verification_required');
    return { session, client: { merchantId, actor: accountActor(accountId), responsibleId: accountId, staff } };
  }
}
