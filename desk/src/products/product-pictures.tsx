import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { MAX_PRODUCT_PICTURES } from '@sokuwa/contract/catalog/product.rules.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { Camera, GripVertical, X } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useState } from 'react';
import { applyDrag, useDragSensors } from '../ui/drag.ts';
import { TextField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';

/** A picture in the form: one that the product has, or a file that is not uploaded yet. */
export type Shot = {
  /** The id of the picture; of a file, another unique text. */
  key: string;
  url: string;
  alt: string;
  file?: File;
  /** Why the upload failed. */
  failure?: string;
};

const acceptedTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Pictures of a product: add by camera, gallery or drag and drop, sort by drag or keyboard, describe, remove. */
export function ProductPictures({
  shots,
  uploading,
  onChange,
  onAdd,
  isLocked,
}: {
  shots: readonly Shot[];
  /** The key of the file that is being sent. */
  uploading: string | undefined;
  onChange: (shots: Shot[]) => void;
  onAdd: (files: readonly File[]) => void;
  isLocked: boolean;
}) {
  const [isOver, setOver] = useState(false);
  const sensors = useDragSensors();
  const move = (event: DragEndEvent) => {
    const moved = applyDrag(shots, event);
    if (moved) onChange(moved);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(target.files ?? [])]);
    // The same file can be chosen again.
    target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onAdd([...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/')));
  };
  return (
    <Panel
      title="Pictures"
      isPadded
      aside={
        <span className="text-muted text-xs">
          {shots.length === 0 ? 'Two or more sell best' : `${shots.length}, the first is the cover`}
        </span>
      }
    >
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={move}>
        <SortableContext items={shots.map(({ key }) => key)} strategy={rectSortingStrategy}>
          <ol className="grid grid-cols-2 items-start gap-2.5 lg:grid-cols-4">
            {shots.map((shot, index) => (
              <ShotItem
                key={shot.key}
                shot={shot}
                number={index + 1}
                isUploading={shot.key === uploading}
                isLocked={isLocked}
                onDescribe={(alt) => onChange(shots.map((one) => (one.key === shot.key ? { ...one, alt } : one)))}
                onRemove={() => onChange(shots.filter(({ key }) => key !== shot.key))}
              />
            ))}
            {!isLocked && shots.length < MAX_PRODUCT_PICTURES && (
              <li className={cx(shots.length > 0 && shots.length % 2 === 0 && 'max-lg:col-span-2')}>
                <label
                  onDragOver={(event) => {
                    event.preventDefault();
                    setOver(true);
                  }}
                  onDragLeave={() => setOver(false)}
                  onDrop={drop}
                  className={cx(
                    'flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-[8px_8px_20px_8px] border-2 border-dashed bg-ground p-2 text-center font-medium text-secondary text-xs focus-within:outline-3 focus-within:outline-focus lg:aspect-square',
                    isOver ? 'border-action bg-action-quiet' : 'border-line-strong',
                  )}
                >
                  <Camera className="size-6" />
                  <span>
                    Add a picture
                    <span className="block text-muted max-lg:hidden">or drop some here</span>
                    <span className="block text-muted lg:hidden">camera or gallery</span>
                  </span>
                  <input type="file" accept={acceptedTypes} multiple className="sr-only" onChange={choose} />
                </label>
              </li>
            )}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="mt-2 text-muted text-xs">
        Square, 800 px or more. They are made smaller here before they are sent.
      </p>
    </Panel>
  );
}

function ShotItem({
  shot,
  number,
  isUploading,
  isLocked,
  onDescribe,
  onRemove,
}: {
  shot: Shot;
  number: number;
  isUploading: boolean;
  isLocked: boolean;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: shot.key,
    disabled: isLocked,
  });
  const toolClass =
    'grid size-11 place-items-center rounded-sm bg-white text-ink-900 shadow-xs lg:pointer-fine:size-8 [&>svg]:size-4.5';
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx('relative min-w-0', isDragging && 'z-10 opacity-70')}
    >
      <img
        src={shot.url}
        alt=""
        className={cx(
          'aspect-square w-full rounded-[8px_8px_20px_8px] bg-quiet object-cover',
          (isUploading || shot.file) && 'opacity-50',
        )}
      />
      {isUploading && (
        <span className="absolute inset-x-0 top-[calc(50%-2rem)] grid place-items-center text-action">
          <Spinner label={`Sending picture ${number}`} />
        </span>
      )}
      {!isLocked && (
        <>
          <button
            {...attributes}
            {...listeners}
            ref={setActivatorNodeRef}
            type="button"
            aria-label={`Move picture ${number}: drag it, or press space and use the arrow keys`}
            className={cx(toolClass, 'absolute top-1.5 left-1.5 cursor-grab touch-none')}
          >
            <GripVertical />
          </button>
          <button
            type="button"
            aria-label={`Remove picture ${number}`}
            className={cx(toolClass, 'absolute top-1.5 right-1.5')}
            onClick={onRemove}
          >
            <X />
          </button>
        </>
      )}
      {number === 1 && (
        <span className="absolute bottom-13 left-1.5 rounded-full bg-white px-2 font-semibold text-2xs text-ink-900 leading-6">
          Cover
        </span>
      )}
      <TextField
        label={`What picture ${number} shows`}
        labelHidden
        placeholder="What does it show?"
        value={shot.alt}
        disabled={isLocked}
        error={shot.failure}
        onChange={({ target }) => onDescribe(target.value)}
        className="mt-1.5"
      />
    </li>
  );
}
