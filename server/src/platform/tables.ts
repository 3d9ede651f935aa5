import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MessageTables } from './message-tables.ts';
import type { OrderTables } from './order-tables.ts';

/** An account's id; only the database and a session give one. */
export type AccountId = number & { readonly of: 'account' };
/** A merchant's id, where a token or the database vouches for it. */
export type MerchantId = number & { readonly of: 'merchant' };
/** What a session is kept under: the hash of its token. */
export type SessionKey = Buffer & { readonly of: 'session' };

/** The tables as server/migrations make them; bigint columns arrive as numbers. */
export type Tables = OrderTables &
  MessageTables & {
    country: { code: string; name: string; currency: string };
    exchange_rate: {
      currency: string;
      decimals: number;
      /** Naira for one unit, as decimal text. */
      naira_per_unit: string;
      as_of: Date;
      source: string;
    };
    merchant: {
      id: Generated<number>;
      slug: string;
      name: string;
      place: string;
      country: string;
      since: ColumnType<string, string, string>;
      own_brand: Generated<boolean>;
      cover_key: string | null;
      /** Where the merchant is written to; null where the shop knows no address. */
      email: Generated<string | null>;
    };
    category: { id: number; slug: string; name: string; position: number };
    sub_category: { id: number; category_id: number; slug: string; name: string; position: number };
    sub_item: {
      id: number;
      sub_category_id: number;
      category_id: number;
      slug: string;
      name: string;
      position: number;
    };
    product: {
      id: Generated<number>;
      /** Its handle: unique among its merchant's products. */
      slug: string;
      /** The merchant's own number for it. */
      sku: Generated<string | null>;
      title: string;
      merchant_id: number;
      sub_item_id: number;
      category_id: number;
      brand: string | null;
      own_brand: Generated<boolean>;
      origin: string;
      description: string;
      warranty: string | null;
      keywords: Generated<string[]>;
      weight_grams: number;
      price_kobo: number;
      discount_percent: Generated<number>;
      sale_kobo: GeneratedAlways<number>;
      stock: number;
      listed_at: ColumnType<Date, string | Date, string | Date>;
    };
    product_picture: { product_id: number; position: number; key: string; alt: string };
    search_word: { word: string };
    list_bucket: { list: string; axis: string; bucket: number; products: number; in_stock: number };
    account: {
      id: GeneratedAlways<AccountId>;
      email: string;
      first_name: string;
      last_name: string;
      created_at: Generated<Date>;
      /** What stands for the account in mailed links. */
      public_id: Generated<string>;
      /** When its e-mail address was proven; null until then, and nobody signs in. */
      verified_at: Date | null;
      /** Argon2id with its parameters; null where another provider vouches for the person. */
      password_hash: string | null;
      picture_key: string | null;
      /** YYYY-MM-DD. */
      date_of_birth: string | null;
      gender: Generated<'M' | 'F' | 'Others' | ''>;
      /** E.164, or empty. */
      phone_number: Generated<string>;
      street_address: Generated<string>;
      country_code: string | null;
      region_id: number | null;
      city_id: number | null;
    };
    session: {
      token_hash: SessionKey;
      merchant_token_hash: SessionKey;
      account_id: AccountId;
      expires_at: Date;
    };
    mail_link: {
      token_hash: Buffer;
      account_id: AccountId;
      purpose: 'verify_email' | 'reset_password';
      expires_at: Date;
      used_at: Date | null;
    };
    attempt: { what: string; who: Buffer; attempts: number; window_ends: Date };
    cart_line: { account_id: AccountId; product_id: number; line: number; quantity: number; title: string };
    identity: { issuer: string; subject: string; account_id: AccountId; created_at: Generated<Date> };
    identity_challenge: {
      state_hash: Buffer;
      browser_hash: Buffer;
      nonce: string;
      verifier: string;
      next: string;
      expires_at: Date;
    };
    sandbox_mail: {
      n: GeneratedAlways<number>;
      id: string;
      recipient: string;
      subject: string;
      text: string;
      html: string;
      /** Who is answered; null where nobody is. */
      reply_to: string | null;
      sent_at: Generated<Date>;
    };
    shipping_address: {
      id: GeneratedAlways<string>;
      account_id: AccountId;
      first_name: string;
      last_name: string;
      /** E.164. */
      phone_number: string;
      line1: string;
      line2: string;
      line3: string;
      country_code: string;
      region_id: number;
      city_id: number;
      country: string;
      region: string;
      city: string;
      postal_code: string;
      is_default: boolean;
      created_at: GeneratedAlways<Date>;
    };
    coupon: {
      id: GeneratedAlways<number>;
      code: string;
      percent: number | null;
      fixed_kobo: number | null;
      starts_at: Generated<Date>;
      ends_at: Date | null;
      minimum_kobo: Generated<number>;
      max_uses: number | null;
      uses: Generated<number>;
    };
    coupon_use: { coupon_id: number; account_id: AccountId; used_at: Generated<Date> };
    checkout: {
      account_id: AccountId;
      coupon_id: number | null;
      rate_key: string | null;
      rate_kobo: number | null;
      rate_min_days: number | null;
      rate_max_days: number | null;
      rate_at: Date | null;
    };
    saved_item: {
      account_id: AccountId;
      product_id: number;
      saved_at: Generated<Date>;
      known_kobo: number;
      known_in_stock: boolean;
      changed_at: Date | null;
    };
    followed_seller: { account_id: AccountId; merchant_id: number; followed_at: Generated<Date> };
    merchant_followers: { merchant_id: number; followers: number };
    viewed_product: { account_id: AccountId; product_id: number; viewed_at: Date };
    saved_notes: {
      account_id: AccountId;
      enabled: Generated<boolean>;
      unsubscribe_token: string;
      sent_at: Generated<Date | null>;
    };
    saved_change: { n: GeneratedAlways<number>; product_id: number; sold_out: boolean; at: Generated<Date> };
    import_run: {
      digest: Buffer;
      units: number;
      added: number;
      changed: number;
      unchanged: number;
      refused: number;
      report_bytes: number;
      started_at: Generated<Date>;
    };
    import_picture: { source: Buffer; key: string };
    migration: { name: string; applied_at: Generated<Date> };
  };
