import { sql } from 'kysely';
import type { Relation } from '../platform/sql.ts';

/** Lines with an open return, of which nothing is released: columns `order_id` and `position`. The shop has no returns yet. */
export const openReturns: Relation = sql`(select null::text as order_id, null::smallint as position where false)`;
