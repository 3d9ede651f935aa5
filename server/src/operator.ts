import { basename, dirname, resolve } from 'node:path';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type pg from 'pg';
import {
  type BackupDone,
  type BackupOptions,
  type BackupRequest,
  backUp,
  type RestoreDone,
  type RestoreRequest,
  restore,
} from './backup/index.ts';
import { changeEmail, changePrice, changeStock, createMerchant, giveToken, type NewMerchant } from './catalog/index.ts';
import { insertCoupon, selectCode } from './checkout/index.ts';
import { readConfig } from './config.ts';
import {
  type CategoriesImported,
  type ExchangeOptions,
  type ExportRequest,
  exportProducts,
  type FetchPicture,
  type Imported,
  type ImportRequest,
  importCategories,
  importProducts,
  MOST_PICTURE_BYTES,
  takePictures,
} from './exchange/index.ts';
import { type MessageOperator, messageOperator } from './messages/index.ts';
import type { Finding } from './operations/findings.rules.ts';
import { type OperatorStep, type PaymentOperator, paymentOperator, takeStep } from './orders/index.ts';
import type { Database, DryRunOption } from './platform/database.ts';
import type { MerchantId, ProductId } from './platform/ids.ts';
import { fetchPublic } from './platform/public-fetch.ts';
import type { MediaStore } from './ports/media/media.port.ts';
import { migrateShop, openShop } from './shop.ts';

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

/** What an operator can do. */
export type Operator = {
  /** @returns where the order is then; the status that forbids the step; undefined without such an order */
  stepOrder(
    id: string,
    step: OperatorStep,
    options: DryRunOption,
  ): Promise<{ from: OrderStatus; to?: OrderStatus } | undefined>;
  /** @returns false when there is a coupon of this code */
  createCoupon(coupon: NewCoupon, options: DryRunOption): Promise<boolean>;
  changeStock(
    id: number,
    change: { to: number } | { by: number },
    options: DryRunOption,
  ): ReturnType<typeof changeStock>;
  changePrice(
    id: number,
    change: { price_kobo: Kobo; discount_percent: number | undefined },
    options: DryRunOption,
  ): ReturnType<typeof changePrice>;
  /** @param merchant `cover` is a picture's file; without one the store has none */
  createMerchant(
    merchant: Omit<NewMerchant, 'cover_key'> & { cover: string | undefined },
    options: DryRunOption,
  ): Promise<Awaited<ReturnType<typeof createMerchant>> | { refused: string }>;
  giveToken(merchant: number, options: DryRunOption): ReturnType<typeof giveToken>;
  changeEmail(merchant: number, email: string | null, options: DryRunOption): ReturnType<typeof changeEmail>;
  messages: MessageOperator;
  payments: PaymentOperator;
  importCategories(file: string, options: DryRunOption): Promise<CategoriesImported | { refused: string }>;
  importProducts(request: ImportRequest, options: ExchangeOptions): Promise<Imported | { refused: string }>;
  exportProducts(request: ExportRequest, options: ExchangeOptions): Promise<{ products: number } | { refused: string }>;
  backUp(request: BackupRequest, options: BackupOptions): Promise<BackupDone | { refused: string }>;
  /** Nobody else may use the database meanwhile. */
  restore(request: RestoreRequest, options: BackupOptions): Promise<RestoreDone | { refused: string }>;
};

/** Milliseconds that a merchant's server gets for one picture. */
const PICTURE_PATIENCE = 20_000;
const fetchPicture: FetchPicture = (address) =>
  fetchPublic(address, { maxBytes: MOST_PICTURE_BYTES, timeoutMs: PICTURE_PATIENCE });

export const operatorOn = ({ db, ...deps }: Deps): Operator => ({
  stepOrder: (id, step, options) => takeStep(db, id, step, options),
  createCoupon: async (coupon, { dryRun }) =>
    dryRun ? !(await selectCode(db, coupon.code)) : insertCoupon(db, coupon),
  changeStock: (id, change, options) => changeStock(db, id as ProductId, change, options),
  changePrice: (id, change, options) => changePrice(db, id as ProductId, change, options),
  createMerchant: async ({ cover, ...merchant }, options) => {
    if (cover === undefined) return createMerchant(db, { ...merchant, cover_key: null }, options);
    const [folder, name] = [dirname(resolve(cover)), basename(cover)];
    const taken = (await takePictures({ db, ...deps, folder, ...options }, new Set([name]))).get(name);
    if (!taken) throw new Error(`picture not looked for: ${name}`);
    return 'refused' in taken ? taken : createMerchant(db, { ...merchant, cover_key: taken.key }, options);
  },
  giveToken: (merchant, options) => giveToken(db, merchant as MerchantId, options),
  changeEmail: (merchant, email, options) => changeEmail(db, merchant as MerchantId, email, options),
  messages: messageOperator(db),
  payments: paymentOperator(db),
  importCategories: (file, options) => importCategories(db, file, options),
  importProducts: (request, options) => importProducts({ db, ...deps }, request, options),
  exportProducts: (request, options) => exportProducts({ db, ...deps }, request, options),
  backUp: (request, options) => backUp(deps, request, options),
  restore: (request, options) => restore(deps, request, options),
});

/**
 * Opens the shop for the operator's command line, with the settings of the server. A running shop goes on: it sees changes
 * at once, and sends the mails.
 * @throws ConfigError for a wrong setting
 */
export const openOperator = async (
  env: Record<string, string | undefined>,
): Promise<{ operator: Operator; close(): Promise<void> }> => {
  const config = { ...readConfig(env), databaseConnections: 1 };
  // Standard output is for what the command says.
  const shop = await openShop(config, { logStream: process.stderr });
  try {
    await migrateShop(shop);
    return { operator: operatorOn({ ...shop, shopUrl: shop.publicUrl, fetchPicture }), close: shop.close };
  } catch (error) {
    await shop.close();
    throw error;
  }
};

/** Looks for what is wrong with a shop, by its settings; see `operations/doctor.ts`, which is loaded only then. */
export const examineShop = async (env: Record<string, string | undefined>): Promise<Finding[]> =>
  (await import('./operations/doctor.ts')).examine(env);
