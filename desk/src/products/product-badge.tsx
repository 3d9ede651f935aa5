import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { Ban, Eye, GitMerge, Pause, Pencil } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Whether a product is in the shop. @param isTakenDown whether an operator keeps it out @param isMerged for good */
export function ProductBadge({
  state,
  isTakenDown = false,
  isMerged = false,
}: {
  state: ProductState;
  isTakenDown?: boolean;
  isMerged?: boolean;
}) {
  if (isMerged)
    return (
      <Badge tone="neutral" icon={GitMerge}>
        Merged
      </Badge>
    );
  if (isTakenDown)
    return (
      <Badge tone="wrong" icon={Ban}>
        Taken down
      </Badge>
    );
  if (state === 'live')
    return (
      <Badge tone="done" icon={Eye}>
        Live
      </Badge>
    );
  if (state === 'paused')
    return (
      <Badge tone="waiting" icon={Pause}>
        Paused
      </Badge>
    );
  return (
    <Badge tone="neutral" icon={Pencil}>
      Draft
    </Badge>
  );
}
