import { Heart as HeartIcon } from 'lucide-react';
import { startTransition, useEffect, useState } from 'react';
import { useSaved } from './use-saved.ts';

/**
 * The heart on a card's picture, white in every theme, as pictures are never dimmed. It appears after hydration, so that the
 * rendered page is smaller and the same for all visitors. It is rendered in a transition, because the hearts of a whole list
 * at once would block the page.
 */
export function HeartButton({ id, title }: { id: number; title: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown && <Heart id={id} title={title} />;
}

function Heart({ id, title }: { id: number; title: string }) {
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
        <HeartIcon
          className={`size-8 rounded-full bg-float p-1.5 shadow-sm ${isSaved ? 'fill-sale text-sale' : 'text-on-float'}`}
        />
      </button>
    )
  );
}
