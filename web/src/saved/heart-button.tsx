import { Heart } from 'lucide-react';
import { useSaved } from './use-saved.ts';

/**
 * The heart on a card's picture, white in every theme, as pictures are never dimmed. It appears after hydration, so that the
 * rendered page is smaller and the same for all visitors.
 */
export function HeartButton({ id, title }: { id: number; title: string }) {
  const [isSaved, toggle] = useSaved(`product ${id}`);
  return (
    isSaved !== undefined && (
      <button
        type="button"
        aria-label={`Save ${title}`}
        aria-pressed={isSaved}
        onClick={toggle}
        className="absolute top-0 right-0 z-10 flex size-11 items-center justify-center rounded-full"
      >
        <Heart
          className={`size-8 rounded-full bg-float p-1.5 shadow-sm ${isSaved ? 'fill-sale text-sale' : 'text-on-float'}`}
        />
      </button>
    )
  );
}
