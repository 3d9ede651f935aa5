import { type Announcements, closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { cx } from '@sokuwa/ui/cx.ts';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { applyDrag, useDragSensors } from './drag.ts';

export type SortableItem = { key: string; name: string; content: ReactNode };

/** Rows whose order is changed by drag and drop, or by Space and the arrow keys on the grip. One of them may be marked. */
export function SortableList({
  label,
  items,
  currentKey,
  isLocked = false,
  onMove,
}: {
  label: string;
  items: readonly SortableItem[];
  currentKey?: string | undefined;
  isLocked?: boolean;
  /** Called with all keys in their new order. */
  onMove: (keys: string[]) => void;
}) {
  const sensors = useDragSensors();
  const keys = items.map(({ key }) => key);
  const move = (event: DragEndEvent) => {
    const moved = applyDrag(items, event);
    if (moved) onMove(moved.map(({ key }) => key));
  };
  /** Says to screen readers where a row is. */
  const sayPlace = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) => {
    const name = items[keys.indexOf(String(active.id))]?.name ?? '';
    return over ? `${name}: place ${keys.indexOf(String(over.id)) + 1} of ${keys.length}` : undefined;
  };
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: sayPlace,
    onDragEnd: sayPlace,
    onDragCancel: ({ active }) => `${items[keys.indexOf(String(active.id))]?.name ?? ''}: not moved`,
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={{ announcements }} onDragEnd={move}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol aria-label={label}>
          {items.map((item) => (
            <Row key={item.key} item={item} isCurrent={item.key === currentKey} isLocked={isLocked} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Row({ item, isCurrent, isLocked }: { item: SortableItem; isCurrent: boolean; isLocked: boolean }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.key,
    disabled: isLocked,
  });
  return (
    <li
      ref={setNodeRef}
      // Only up and down: a row that leaves its panel would widen the page.
      style={{ transform: CSS.Translate.toString(transform && { ...transform, x: 0 }), transition }}
      className={cx(
        'relative flex items-center border-line border-t pr-4 lg:last:rounded-b-md',
        isLocked && 'pl-4',
        isCurrent && 'bg-row-selected shadow-[inset_3px_0_var(--sk-action)]',
        isDragging && 'z-10 rounded-sm bg-surface shadow-md',
      )}
    >
      {!isLocked && (
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          aria-label={`Move ${item.name}: drag it, or press space and use the arrow keys`}
          className="grid h-11 w-11 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:bg-row-hover [&>svg]:size-4.5"
        >
          <GripVertical />
        </button>
      )}
      {item.content}
    </li>
  );
}
