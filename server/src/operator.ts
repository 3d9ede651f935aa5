import { join } from 'node:path';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { changeEmail, changePrice, changeStock, createMerchant, giveToken, type NewMerchant } from './catalog/index.ts';
import { insertCoupon, selectCode } from './checkout/index.ts';
import { readConfig } from './config.ts';
import { type MessageOperator, messageOperator } from './messages/index.ts';
import { type OperatorStep, takeStep } from './orders/index.ts';
import { type Database, openDatabase, openPool } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrateJobs } from './platform/jobs.ts';
import { migrate } from './platform/migrations.ts';

export { ConfigError } from './config.ts';

/** A coupon as an operator words it. Exactly one of `percent` and `fixed_kobo` is set. */
export type NewCoupon = {
  code: string;
  percent: number | null;
  fixed_kobo: Kobo | null;
  starts_at: Date;
  ends_at: Date | null;
  minimum_kobo: Kobo;
  max_uses: number | null;
};

/** What an operator can do. `keep` false says what would happen, and changes nothing. */
export type Operator = {
  /** @returns where the order is then; the status that forbids the step; undefined without such an order */
  stepOrder(
    id: string,
    step: OperatorStep,
    keep: boolean,
  ): Promise<{ from: OrderStatus; to?: OrderStatus } | undefined>;
  /** @returns false when there is a coupon of this code */
  createCoupon(coupon: NewCoupon, keep: boolean): Promise<boolean>;
  changeStock(id: number, change: { to: number } | { by: number }, keep: boolean): ReturnType<typeof changeStock>;
  changePrice(
    id: number,
    change: { price_kobo: Kobo; discount_percent: number | undefined },
    keep: boolean,
  ): ReturnType<typeof changePrice>;
  createMerchant(merchant: NewMerchant, keep: boolean): ReturnType<typeof createMerchant>;
  giveToken(merchant: number, keep: boolean): ReturnType<typeof giveToken>;
  changeEmail(merchant: number, email: string | null, keep: boolean): ReturnType<typeof changeEmail>;
  messages: MessageOperator;
};

export const operatorOn = (db: Database): Operator => ({
  stepOrder: (id, step, keep) => takeStep(db, id, step, keep),
  createCoupon: async (coupon, keep) => (keep ? insertCoupon(db, coupon) : !(await selectCode(db, coupon.code))),
  changeStock: (id, change, keep) => changeStock(db, id, change, keep),
  changePrice: (id, change, keep) => changePrice(db, id, change, keep),
  createMerchant: (merchant, keep) => createMerchant(db, merchant, keep),
  giveToken: (merchant, keep) => giveToken(db, merchant, keep),
  changeEmail: (merchant, email, keep) => changeEmail(db, merchant, email, keep),
  messages: messageOperator(db),
});

/**
 * Opens the shop's database for the operator's command line, by the settings that the shop itself has. A shop that runs
 * goes on; what is changed here it sees at once, and it sends the mails.
 * @throws ConfigError for a wrong setting
 */
export const openOperator = async (
  env: Record<string, string | undefined>,
): Promise<{ operator: Operator; close(): Promise<void> }> => {
  const config = readConfig(env);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres') });
  const pool = openPool(config.databaseUrl ?? embedded?.connection ?? '', 1, (error) => {
    process.stderr.write(`database: ${error.message}\n`);
  });
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await migrate(pool);
    await migrateJobs(pool);
    return { operator: operatorOn(openDatabase(pool)), close };
  } catch (error) {
    await close();
    throw error;
  }
};
