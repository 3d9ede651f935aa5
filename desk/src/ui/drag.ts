import { type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, sortableKeyboardCoordinates } from '@dnd-kit/sortable';

/** How something is dragged: by a pointer that has moved a little, so that a press stays a press, or by Space and the arrow keys. */
export const useDragSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

/** The items in the order that a drag leaves; undefined if it changes nothing. @param items with the keys that dnd-kit knows them by */
export const applyDrag = <Item extends { key: string }>(
  items: readonly Item[],
  { active, over }: Pick<DragEndEvent, 'active' | 'over'>,
): Item[] | undefined => {
  const from = items.findIndex(({ key }) => key === active.id);
  const to = items.findIndex(({ key }) => key === over?.id);
  return from !== -1 && to !== -1 && from !== to ? arrayMove([...items], from, to) : undefined;
};
