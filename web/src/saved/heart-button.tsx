import { Heart } from 'lucide-react';
import { useMark } from './use-mark.ts';

/**
 * The heart on a card's picture, white in every theme, as pictures are never dimmed. It comes with the page's life: it
 * does nothing without, and would weigh on every page that is sent.
 */
export function HeartButton({ id, title }: { id: number; title: string }) {
  const [saved, press] = useMark(`product ${id}`);
  return (
    saved !== undefined && (
      <button
        type="button"
        aria-label={`Save ${title}`}
        aria-pressed={saved}
        onClick={press}
        className="absolute top-0 right-0 z-10 flex size-11 items-center justify-center rounded-full"
      >
        <Heart
          className={`size-8 rounded-full bg-float p-1.5 shadow-sm ${saved ? 'fill-sale text-sale' : 'text-on-float'}`}
        />
      </button>
    )
  );
}
