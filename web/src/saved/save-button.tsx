import { cx } from '@sokuwa/ui/cx.ts';
import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { Heart } from 'lucide-react';
import { useSaved } from './use-saved.ts';

/** The heart beside a product's title. */
export function SaveButton({ id, title }: { id: number; title: string }) {
  const [isSaved, toggle] = useSaved(`product ${id}`);
  return (
    <button
      type="button"
      aria-label={`Save ${title}`}
      aria-pressed={isSaved}
      title={isSaved ? 'Saved' : 'Save for later'}
      onClick={toggle}
      className={cx(iconButtonClass('round', 'md'), 'noscript:hidden')}
    >
      <Heart className={cx('size-6', isSaved && 'fill-sale text-sale')} />
    </button>
  );
}
