import { X } from 'lucide-react';

/** A filter that is on, with a way to take it off. */
export function Chip({
  children,
  onRemove,
  removeLabel,
}: {
  children: string;
  onRemove: () => void;
  removeLabel?: string;
}) {
  return (
    <button
      type="button"
      aria-label={removeLabel ?? `Remove ${children}`}
      onClick={onRemove}
      className="inline-flex h-11 items-center gap-2 rounded-full bg-action-quiet px-4 font-semibold text-link text-sm hover:brightness-95"
    >
      {children}
      <X className="size-4" />
    </button>
  );
}
