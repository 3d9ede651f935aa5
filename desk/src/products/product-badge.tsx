import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { Eye, Pause, Pencil } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

/** Whether a product is in the shop. */
export function ProductBadge({ state }: { state: ProductState }) {
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
