import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import { Ban, CircleX, FileText, type LucideIcon, Pencil, Store } from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<StoreState, [tone: BadgeTone, icon: LucideIcon, word: string]> = {
  draft: ['neutral', Pencil, 'Draft'],
  applied: ['waiting', FileText, 'Applied'],
  declined: ['wrong', CircleX, 'Declined'],
  approved: ['done', Store, 'Active'],
};

/** How far a store is, or that it is suspended. */
export function MerchantBadge({ state, suspended_at }: { state: StoreState; suspended_at: string | null }) {
  if (suspended_at !== null)
    return (
      <Badge tone="wrong" icon={Ban}>
        Suspended
      </Badge>
    );
  const [tone, icon, word] = STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
