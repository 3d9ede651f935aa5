import type { ReportReason } from '@sokuwa/contract/moderation/moderation.rules.ts';
import type { ModerationSummary } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { type OwnProductRow, presentOwnProduct } from '../catalog/index.ts';
import type { Waiting } from './reports.sql.ts';

/** Presents a product that waits for an operator. */
export const presentSummary = (
  { why, since }: Waiting,
  row: OwnProductRow,
  { open, reasons }: { open: number; reasons: ReportReason[] },
): ModerationSummary => {
  const { id, title, sale_price, state, pictures } = presentOwnProduct(row);
  return {
    product: { id, title, sale_price, state, image_url: pictures[0]?.image_url ?? null },
    merchant: { id: row.merchant_id, name: row.merchant_name },
    why,
    since: since.toISOString(),
    reports: open,
    reasons,
  };
};
