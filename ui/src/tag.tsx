import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type TagKind = 'sale' | 'new' | 'out-of-stock' | 'highlight';

const KINDS: Record<TagKind, string> = {
  sale: 'bg-sale text-on-sale',
  new: 'bg-brand text-on-brand',
  'out-of-stock': 'bg-float text-on-float-text ring-1 ring-line ring-inset',
  highlight: 'bg-highlight text-on-highlight',
};

/** A short label on a picture: "−20%", "New", "Out of stock". */
export function Tag({ kind, children }: { kind: TagKind; children: ReactNode }) {
  return (
    <span className={cx('inline-flex h-6 items-center rounded-xs px-2 font-semibold text-xs', KINDS[kind])}>
      {children}
    </span>
  );
}

/** The text of the sale tag, with the minus sign U+2212. */
export function saleTagText(percent: number): string {
  return `−${percent}%`;
}
