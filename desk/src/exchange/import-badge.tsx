import type { ProductImport } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { Check, CircleAlert, CircleSlash, FileQuestion, LoaderCircle } from 'lucide-react';
import { formatNumberOf } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';

const BADGES = {
  uploaded: { tone: 'waiting', icon: FileQuestion, text: 'Choose the columns' },
  running: { tone: 'moving', icon: LoaderCircle, text: 'Running' },
  done: { tone: 'done', icon: Check, text: 'Done' },
  cancelled: { tone: 'neutral', icon: CircleSlash, text: 'Cancelled' },
  failed: { tone: 'wrong', icon: CircleAlert, text: 'Stopped' },
} as const;

export function ImportBadge({ state }: { state: ProductImport['state'] }) {
  const { tone, icon, text } = BADGES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

/** '3 added, 2 changed, 1 refused', without what is none. */
export const describeCounts = ({ created, changed, unchanged, refused_lines }: ProductImport): string => {
  const counts = [
    [created, 'added'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [refused_lines, 'refused'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count.toLocaleString('en-GB')} ${text}`);
  return parts.join(', ') || 'Nothing yet';
};

/** '1,200 of 5,000 products'. */
export const describeProgress = ({ done, lines }: ProductImport): string =>
  `${done.toLocaleString('en-GB')} of ${formatNumberOf(lines, 'product')}`;
