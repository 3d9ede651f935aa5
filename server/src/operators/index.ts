import { type ApiClient, createApiToken, revokeApiToken, selectApiTokens } from '../platform/api-tokens.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { Slice } from '../slice.ts';
import { booksRoutes } from './books.routes.ts';
import { booksWorkers } from './books-check.service.ts';
import { couponRoutes } from './coupons.routes.ts';
import { type CouponSearch, listCouponOrders, listCoupons, readCoupon } from './coupons.service.ts';
import { endSessions, eraseCustomer } from './customer-changes.service.ts';
import { jobRoutes } from './jobs.routes.ts';
import { type JobSearch, listJobs, retryJob } from './jobs.service.ts';
import { operatorRoutes } from './operators.routes.ts';
import { type AuditSearch, type CustomerSearch, findCustomers, listAudit, readCustomer } from './operators.service.ts';
import { settingsRoutes } from './settings.routes.ts';

export { findCustomers } from './operators.service.ts';

/** Those who act for the shop, by command or by API. */
export const operators = {
  routes: (api, shop) => {
    operatorRoutes(api, shop);
    couponRoutes(api, shop);
    jobRoutes(api, shop);
    settingsRoutes(api, shop);
    booksRoutes(api, shop);
  },
  jobs: booksWorkers,
  operatorCommands: async ({ db, personalData }) => ({
    createToken: (token: Pick<ApiClient, 'name' | 'scope'>, options: ActOptions): Promise<{ token: string }> =>
      runAct<{ token: string }, never>(db, options, async (trx) => {
        const created = await createApiToken(trx, { merchantId: null, ...token });
        return acted(
          { token: created },
          { action: 'operators token', subject: `operator ${token.name}`, after: token },
        );
      }),
    findCustomers: (search: CustomerSearch) => findCustomers(db, search),
    readCustomer: (account: number) => readCustomer(db, account as AccountId),
    endSessions: (account: number, options: ActOptions) => endSessions(db, account as AccountId, options),
    eraseCustomer: (account: number, confirm: { confirmUndelivered: boolean }, options: ActOptions) =>
      eraseCustomer(db, personalData, account as AccountId, confirm, options),
    listAudit: (search: AuditSearch) => listAudit(db, search),
    listCoupons: (search: CouponSearch) => listCoupons(db, search),
    readCoupon: (code: string) => readCoupon(db, code),
    listCouponOrders: (code: string, cursor: string | undefined) => listCouponOrders(db, code, cursor),
    listJobs: (search: JobSearch) => listJobs(db, search),
    retryJob: (id: string, options: ActOptions) => retryJob(db, id, options),
    selectTokens: () => selectApiTokens(db, null),
    /** @returns its name; not_found if there is no such token */
    revokeToken: (name: string, options: ActOptions): Promise<{ name: string } | Refused<'not_found'>> =>
      runAct(db, options, async (trx) =>
        (await revokeApiToken(trx, { merchantId: null, name }))
          ? acted({ name }, { action: 'operators revoke-token', subject: `operator ${name}` })
          : refuse('not_found'),
      ),
  }),
} satisfies Slice;
