/** An account's id, from the database or a session. */
export type AccountId = number & { readonly of: 'account' };
/** A merchant's id, from the database or an API token. */
export type MerchantId = number & { readonly of: 'merchant' };
/** A product's id, from the database or a validated request. */
export type ProductId = number & { readonly of: 'product' };
/** An order's id: twelve random letters and digits. */
export type OrderId = string & { readonly of: 'order' };
/** A message thread's id: a UUID. */
export type ThreadId = string & { readonly of: 'thread' };
/** The key of a session: the hash of its token. */
export type SessionKey = Buffer & { readonly of: 'session' };
