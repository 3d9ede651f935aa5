import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useAfterHydration } from './use-after-hydration.ts';

/** A list of AccordionItems. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className="border-line border-t">{children}</div>;
}

/** One expandable row. A native `details` element works without script, and find-in-page opens it. */
export function AccordionItem({
  summary,
  group,
  defaultOpen = false,
  onOpen,
  id,
  children,
}: {
  /** A text or a heading: in a `span`, the heading would be invalid HTML. */
  summary: ReactNode;
  /** Only one item of a group is open at a time. */
  group?: string;
  defaultOpen?: boolean;
  /** Called each time the item opens. */
  onOpen?: (item: HTMLElement) => void;
  /** Target of `#id` links. It is on the content, not on the item, so that the browser opens the item by itself. */
  id?: string;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  // The visitor may have opened it before hydration.
  useAfterHydration(() => {
    if (details.current?.open && !defaultOpen) onOpen?.(details.current);
  });
  return (
    <details
      ref={details}
      name={group}
      open={defaultOpen}
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen(currentTarget))}
      className="group/item border-line border-b"
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-sm py-2 font-semibold text-base text-heading">
        {summary}
        <Plus className="size-5 group-open/item:hidden" />
        <Minus className="hidden size-5 group-open/item:block" />
      </summary>
      {/* The scroll margin leaves the summary visible after a jump to the id. */}
      <div id={id} className="scroll-mt-20 pt-1 pb-5 text-secondary text-sm">
        {children}
      </div>
    </details>
  );
}
