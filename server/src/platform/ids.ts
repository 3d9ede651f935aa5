/** An account's id; only the database and a session give one. */
export type AccountId = number & { readonly of: 'account' };
/** A merchant's id that was read from a token or the database. */
export type MerchantId = number & { readonly of: 'merchant' };
/** A product's id, from the database or a validated request. */
export type ProductId = number & { readonly of: 'product' };
/** An order's id: twelve random letters and digits. */
export type OrderId = string & { readonly of: 'order' };
/** A message thread's id: a UUID. */
export type ThreadId = string & { readonly of: 'thread' };
/** The key of a session: the hash of its token. */
export type SessionKey = Buffer & { readonly of: 'session' };
