import { basename, dirname, join, resolve } from 'node:path';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type pg from 'pg';
import {
  type BackupDone,
  type BackupRequest,
  backUp,
  type OnBackupProgress,
  type RestoreDone,
  type RestoreRequest,
  restore,
} from './backup/index.ts';
import { changeEmail, changePrice, changeStock, createMerchant, giveToken, type NewMerchant } from './catalog/index.ts';
import { insertCoupon, selectCode } from './checkout/index.ts';
import { publicUrlOf, readConfig } from './config.ts';
import {
  type CategoriesImported,
  type ExportRequest,
  exportProducts,
  type FetchPicture,
  type Imported,
  type ImportRequest,
  importCategories,
  importProducts,
  MOST_PICTURE_BYTES,
  type OnProgress,
  takePictures,
} from './exchange/index.ts';
import { type MessageOperator, messageOperator } from './messages/index.ts';
import type { Finding } from './operations/findings.rules.ts';
import { type OperatorStep, type PaymentOperator, paymentOperator, takeStep } from './orders/index.ts';
import { type Database, openDatabase, openPool } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrateJobs } from './platform/jobs.ts';
import { migrate } from './platform/migrations.ts';
import { fetchPublic } from './platform/public-fetch.ts';
import type { MediaStore } from './ports/media/media.port.ts';
import { openMedia } from './ports/media/open-media.ts';

export type { OnBackupProgress } from './backup/index.ts';
export { ConfigError } from './config.ts';
export {
  type CategoriesImported,
  type ExportRequest,
  FORMATS,
  type FormatName,
  type Imported,
  type ImportRequest,
  type OnProgress,
} from './exchange/index.ts';
export type { Finding } from './operations/findings.rules.ts';
export type { Unsettled, Way } from './orders/index.ts';

/** What the operator's commands work on. */
type Deps = {
  /** The connections that `db` uses. */
  pool: pg.Pool;
  db: Database;
  media: MediaStore;
  /** The shop's own address, without a final slash. */
  shopUrl: string;
  /** Gets a picture that a file names by its address. */
  fetchPicture: FetchPicture;
};

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
  /** @param merchant `cover` is a picture's file; without one the store has none */
  createMerchant(
    merchant: Omit<NewMerchant, 'cover_key'> & { cover: string | undefined },
    keep: boolean,
  ): Promise<Awaited<ReturnType<typeof createMerchant>> | { refused: string }>;
  giveToken(merchant: number, keep: boolean): ReturnType<typeof giveToken>;
  changeEmail(merchant: number, email: string | null, keep: boolean): ReturnType<typeof changeEmail>;
  messages: MessageOperator;
  payments: PaymentOperator;
  importCategories(file: string, keep: boolean): Promise<CategoriesImported | { refused: string }>;
  importProducts(
    request: ImportRequest,
    keep: boolean,
    onProgress: OnProgress,
  ): Promise<Imported | { refused: string }>;
  exportProducts(
    request: ExportRequest,
    keep: boolean,
    onProgress: OnProgress,
  ): Promise<{ products: number } | { refused: string }>;
  backUp(
    request: BackupRequest,
    keep: boolean,
    onProgress: OnBackupProgress,
  ): Promise<BackupDone | { refused: string }>;
  /** Nobody else may use the database meanwhile. */
  restore(
    request: RestoreRequest,
    keep: boolean,
    onProgress: OnBackupProgress,
  ): Promise<RestoreDone | { refused: string }>;
};

/** Milliseconds that a merchant's server gets for one picture. */
const PICTURE_PATIENCE = 20_000;
const fetchPicture: FetchPicture = (address) =>
  fetchPublic(address, { mostBytes: MOST_PICTURE_BYTES, milliseconds: PICTURE_PATIENCE });

export const operatorOn = ({ db, ...deps }: Deps): Operator => ({
  stepOrder: (id, step, keep) => takeStep(db, id, step, keep),
  createCoupon: async (coupon, keep) => (keep ? insertCoupon(db, coupon) : !(await selectCode(db, coupon.code))),
  changeStock: (id, change, keep) => changeStock(db, id, change, keep),
  changePrice: (id, change, keep) => changePrice(db, id, change, keep),
  createMerchant: async ({ cover, ...merchant }, keep) => {
    if (cover === undefined) return createMerchant(db, { ...merchant, cover_key: null }, keep);
    const [folder, name] = [dirname(resolve(cover)), basename(cover)];
    const taken = (await takePictures({ db, ...deps, folder, keep }, new Set([name]))).get(name);
    if (!taken) throw new Error(`picture not looked for: ${name}`);
    return 'refused' in taken ? taken : createMerchant(db, { ...merchant, cover_key: taken.key }, keep);
  },
  giveToken: (merchant, keep) => giveToken(db, merchant, keep),
  changeEmail: (merchant, email, keep) => changeEmail(db, merchant, email, keep),
  messages: messageOperator(db),
  payments: paymentOperator(db),
  importCategories: (file, keep) => importCategories(db, file, keep),
  importProducts: (request, keep, onProgress) => importProducts({ db, ...deps }, request, keep, onProgress),
  exportProducts: (request, keep, onProgress) => exportProducts({ db, ...deps }, request, keep, onProgress),
  backUp: (request, keep, onProgress) => backUp(deps, request, keep, onProgress),
  restore: (request, keep, onProgress) => restore(deps, request, keep, onProgress),
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
    const media = await openMedia(config);
    const deps = { pool, db: openDatabase(pool), media, shopUrl: publicUrlOf(config), fetchPicture };
    return { operator: operatorOn(deps), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Looks for what is wrong with a shop, by its settings; see `operations/doctor.ts`, which is loaded only then. */
export const examineShop = async (env: Record<string, string | undefined>): Promise<Finding[]> =>
  (await import('./operations/doctor.ts')).examine(env);
