import type { Selectable } from 'kysely';
import type { Tables } from '../platform/tables.ts';

/** An address with the names that its places had when it was given. */
export type ShippingAddress = Omit<Selectable<Tables['shipping_address']>, 'account_id' | 'created_at'>;
