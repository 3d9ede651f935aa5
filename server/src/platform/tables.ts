import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** An account's id; only the database and a session give one. */
export type AccountId = number & { readonly of: 'account' };
/** What a session is kept under: the hash of its token. */
export type SessionKey = Buffer & { readonly of: 'session' };

/** The tables as server/migrations make them; bigint columns arrive as numbers. */
export type Tables = {
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
    cover_key: string;
  };
  category: { id: number; slug: string; name: string; position: number };
  sub_category: { id: number; category_id: number; slug: string; name: string; position: number };
  sub_item: { id: number; sub_category_id: number; category_id: number; slug: string; name: string; position: number };
  product: {
    id: Generated<number>;
    slug: string;
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
  };
  session: { token_hash: SessionKey; account_id: AccountId; kind: 'buyer'; expires_at: Date };
  cart_line: { account_id: AccountId; product_id: number; line: number; quantity: number; title: string };
  migration: { name: string; applied_at: Generated<Date> };
};
