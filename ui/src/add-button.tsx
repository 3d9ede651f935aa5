import { Plus } from 'lucide-react';
import { Spinner } from './spinner.tsx';

/** The round add-to-cart button on a product card's picture. White in every theme, as pictures are never dimmed. */
export function AddButton({
  label,
  busy = false,
  onClick,
}: {
  /** Accessible name, such as "Add Puna yam to cart". */
  label: string;
  busy?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? undefined : onClick}
      className="add-button"
    >
      {busy ? <Spinner /> : <Plus className="size-5.5" />}
    </button>
  );
}
