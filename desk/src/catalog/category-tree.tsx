import { type Announcements, closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { changeCategory, moveCategory } from '@sokuwa/contract/catalog/operator-categories.endpoints.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Dropdown } from '@sokuwa/ui/dropdown.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation } from '@tanstack/react-query';
import {
  ChevronDown,
  ChevronRight,
  Ellipsis,
  Eye,
  EyeOff,
  FolderInput,
  GripVertical,
  Merge,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatCount, formatNumberOf } from '../lib/format.ts';
import { iconButtonClass } from '../ui/button.tsx';
import { useDragSensors } from '../ui/drag.ts';
import { Menu, MenuLine, menuItemClass } from '../ui/menu.tsx';
import { Reloading } from '../ui/reloading.tsx';
import { DeleteDialog, MergeDialog, MoveDialog, NameDialog, useSaveCategories } from './category-dialogs.tsx';
import { depthOf, describePlace, findDrop, LEVEL_NAMES, levelBelow, type Place, type TreeNode } from './tree.rules.ts';

type Act = 'add' | 'rename' | 'move' | 'merge' | 'delete';
/** Where the row that is dragged would come. */
type Drop = { key: string; isAfter: boolean };

/** The rows stay where they are; a line shows where the dragged one comes. */
const keepInPlace = () => null;
/** The height of a row’s menu, in rows: a menu that does not fit below its row opens above it. */
const MENU_ROWS = 6;

/** The rows of the tree. They are moved by drag and drop, by the keyboard, or by the menu of each. */
export function CategoryTree({
  roots,
  rows,
  isOpen,
  canToggle,
  isWritable,
  onToggle,
}: {
  roots: readonly TreeNode[];
  rows: readonly TreeNode[];
  isOpen: (node: TreeNode) => boolean;
  canToggle: boolean;
  isWritable: boolean;
  onToggle: (key: string, isOpen: boolean) => void;
}) {
  const save = useSaveCategories();
  const [drop, setDrop] = useState<Drop>();
  const [act, setAct] = useState<{ what: Act; node: TreeNode }>();
  const sensors = useDragSensors();
  const move = useMutation({
    mutationFn: ({ node, place }: { node: TreeNode; place: Place }) =>
      api.call(moveCategory, { params: { level: node.level, id: node.id }, body: place }),
    onSuccess: (tree, { node, place }) => {
      save(tree);
      toast.success(`“${node.name}” is ${describePlace(roots, node, place)}`);
    },
    onError: (error) => toast.error(describeError(error)),
  });
  const hide = useMutation({
    mutationFn: (node: TreeNode) =>
      api.call(changeCategory, {
        params: { level: node.level, id: node.id },
        body: { hide_when_empty: !node.hide_when_empty },
      }),
    onSuccess: (tree, node) => {
      save(tree);
      toast.success(
        node.hide_when_empty
          ? `The shop always shows “${node.name}”`
          : `The shop hides “${node.name}” while it is empty`,
      );
    },
    onError: (error) => toast.error(describeError(error)),
  });

  const findRow = (id: string | number | undefined) => rows.findIndex(({ key }) => key === id);
  const findMove = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) => {
    const [from, to] = [findRow(active.id), findRow(over?.id)];
    const [node, target] = [rows[from], rows[to]];
    if (!node || !target) return undefined;
    const place = findDrop(roots, node, target, to > from);
    return place && { node, target, place, isAfter: to > from || target.level !== node.level };
  };
  const say = (event: Pick<DragEndEvent, 'active' | 'over'>) => {
    const name = rows[findRow(event.active.id)]?.name ?? '';
    const found = findMove(event);
    return found ? `${name}: ${describePlace(roots, found.node, found.place)}` : `${name}: stays where it is`;
  };
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: say,
    onDragEnd: say,
    onDragCancel: ({ active }) => `${rows[findRow(active.id)]?.name ?? ''}: not moved`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements }}
      onDragOver={(event) => {
        const found = findMove(event);
        setDrop(found && { key: found.target.key, isAfter: found.isAfter });
      }}
      onDragCancel={() => setDrop(undefined)}
      onDragEnd={(event) => {
        const found = findMove(event);
        setDrop(undefined);
        if (found) move.mutate(found);
      }}
    >
      <SortableContext items={rows.map(({ key }) => key)} strategy={keepInPlace}>
        <Reloading isReloading={move.isPending}>
          <ul aria-label="Categories">
            {rows.map((node, index) => (
              <Row
                key={node.key}
                node={node}
                isOpen={isOpen(node)}
                canToggle={canToggle}
                isWritable={isWritable}
                opensUp={index >= MENU_ROWS && index >= rows.length - MENU_ROWS}
                line={drop?.key === node.key ? (drop.isAfter ? 'after' : 'before') : undefined}
                onToggle={onToggle}
                onAct={(what) => setAct({ what, node })}
                onHide={() => hide.mutate(node)}
              />
            ))}
          </ul>
        </Reloading>
      </SortableContext>
      {act && (
        <ActDialog
          {...act}
          roots={roots}
          onAdded={() => onToggle(act.node.key, true)}
          onClose={() => setAct(undefined)}
        />
      )}
    </DndContext>
  );
}

function ActDialog({
  what,
  node,
  roots,
  onAdded,
  onClose,
}: {
  what: Act;
  node: TreeNode;
  roots: readonly TreeNode[];
  onAdded: () => void;
  onClose: () => void;
}) {
  if (what === 'add') return <NameDialog parent={node} onSaved={onAdded} onClose={onClose} />;
  if (what === 'rename') return <NameDialog node={node} onClose={onClose} />;
  if (what === 'move') return <MoveDialog roots={roots} node={node} onClose={onClose} />;
  if (what === 'merge') return <MergeDialog roots={roots} node={node} onClose={onClose} />;
  return <DeleteDialog node={node} onClose={onClose} />;
}

const INDENTS = ['pl-1', 'pl-6 lg:pl-8', 'pl-11 lg:pl-15'];

function Row({
  node,
  isOpen,
  canToggle,
  isWritable,
  opensUp,
  line,
  onToggle,
  onAct,
  onHide,
}: {
  node: TreeNode;
  isOpen: boolean;
  canToggle: boolean;
  isWritable: boolean;
  /** Whether its menu opens upwards, because there is no room below it. */
  opensUp: boolean;
  /** Where the dragged row comes. */
  line: 'before' | 'after' | undefined;
  onToggle: (key: string, isOpen: boolean) => void;
  onAct: (what: Act) => void;
  onHide: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useSortable({
    id: node.key,
    disabled: !isWritable,
  });
  const { name, level, products, children, parent, hide_when_empty } = node;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li
      ref={setNodeRef}
      // Only up and down: a row that leaves its panel would widen the page.
      style={isDragging ? { transform: CSS.Translate.toString(transform && { ...transform, x: 0 }) } : undefined}
      className={cx(
        'relative flex min-h-(--row) items-center border-line border-t pr-2 hover:bg-row-hover',
        INDENTS[depthOf(node)],
        isDragging && 'z-10 rounded-sm border border-action bg-surface shadow-md',
        line && 'after:absolute after:inset-x-2 after:h-0.75 after:rounded-full after:bg-action',
        line === 'before' && 'after:-top-0.5',
        line === 'after' && 'after:-bottom-0.5',
      )}
    >
      {isWritable && (
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          aria-label={`Move ${name}: drag it, or press space and use the arrow keys`}
          className={cx(iconButtonClass('sm'), 'cursor-grab touch-none text-muted')}
        >
          <GripVertical />
        </button>
      )}
      {children.length > 0 && canToggle ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`What is in ${name}`}
          className={iconButtonClass('sm')}
          onClick={() => onToggle(node.key, !isOpen)}
        >
          <Chevron />
        </button>
      ) : (
        <span className="w-11 shrink-0 lg:pointer-fine:w-8" />
      )}
      <span className="min-w-0 flex-1 py-1">
        <span className={cx('wrap-anywhere', level === 'category' && 'font-semibold text-heading')}>{name}</span>
        {parent && <span className="sr-only">, in {parent.name}</span>}
        {hide_when_empty && (
          <span className="ml-2 inline-flex items-center gap-1 text-muted text-xs">
            <EyeOff className="size-3.5" />
            {products === 0 ? 'hidden, because it is empty' : 'hidden when empty'}
          </span>
        )}
      </span>
      <span className="px-2 text-muted text-xs" title={formatNumberOf(products, 'product')}>
        {formatCount(products)}
        <span className="sr-only"> {products === 1 ? 'product' : 'products'}</span>
      </span>
      {isWritable && (
        <Dropdown
          align="custom"
          className="relative"
          triggerClassName={iconButtonClass('sm')}
          panelClassName={cx('absolute right-0 z-30 w-60', opensUp ? 'bottom-full mb-1' : 'top-full mt-1')}
          trigger={
            <>
              <Ellipsis />
              <span className="sr-only">Change {name}</span>
            </>
          }
        >
          {(close) => {
            const item = (what: Act, label: string, Icon: typeof Pencil) => (
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  close();
                  onAct(what);
                }}
              >
                <Icon />
                {label}
              </button>
            );
            const below = levelBelow(level);
            return (
              <Menu>
                {below && item('add', `Add a ${LEVEL_NAMES[below]}…`, Plus)}
                {item('rename', 'Rename…', Pencil)}
                {item('move', 'Move to…', FolderInput)}
                <button
                  type="button"
                  className={menuItemClass}
                  onClick={() => {
                    close();
                    onHide();
                  }}
                >
                  {hide_when_empty ? <Eye /> : <EyeOff />}
                  {hide_when_empty ? 'Always show it' : 'Hide it while it is empty'}
                </button>
                <MenuLine />
                {item('merge', 'Merge into another…', Merge)}
                {products === 0 && children.length === 0 && item('delete', 'Delete…', Trash2)}
              </Menu>
            );
          }}
        </Dropdown>
      )}
    </li>
  );
}
