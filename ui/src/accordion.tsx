import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';

/** Rows that open; wrap AccordionItems. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className="border-line border-t">{children}</div>;
}

/** A row of 48 px with plus or minus. The platform's own details element: works without script, found by search in page. */
export function AccordionItem({
  summary,
  group,
  defaultOpen = false,
  onOpen,
  id,
  children,
}: {
  summary: ReactNode;
  /** Items of one group close each other. */
  group?: string;
  defaultOpen?: boolean;
  /** Told each time the row is opened. */
  onOpen?: (row: HTMLElement) => void;
  /** Names what the row holds in addresses. On what is folded, not on the row: the browser then opens it by itself. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <details
      name={group}
      open={defaultOpen}
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen(currentTarget))}
      className="group/item border-line border-b"
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-sm py-2 font-semibold text-base text-heading">
        <span className="min-w-0">{summary}</span>
        <Plus className="size-5 group-open/item:hidden" />
        <Minus className="hidden size-5 group-open/item:block" />
      </summary>
      {/* Whoever jumps to it sees its title too. */}
      <div id={id} className="scroll-mt-20 pt-1 pb-5 text-secondary text-sm">
        {children}
      </div>
    </details>
  );
}
