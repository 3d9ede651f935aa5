import { Heart } from 'lucide-react';
import { startTransition, useEffect, useState } from 'react';
import { useSaved } from './use-saved.ts';

type HeartButtonProps = { id: number; title: string };

/**
 * The heart on a card's picture, white in every theme, as pictures are never dimmed. It is mounted after hydration, so that the
 * rendered page is smaller and the same for all visitors, and in a transition: mounting the hearts of a whole list in one task would
 * block the page.
 */
export function HeartButton(props: HeartButtonProps) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => startTransition(() => setMounted(true)), []);
  return isMounted && <MountedHeartButton {...props} />;
}

function MountedHeartButton({ id, title }: HeartButtonProps) {
  const [isSaved, toggle] = useSaved(`product ${id}`);
  return (
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
  );
}
