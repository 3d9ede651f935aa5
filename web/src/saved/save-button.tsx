import { cx } from '@sokuwa/ui/cx.ts';
import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { Heart } from 'lucide-react';
import { useMark } from './use-mark.ts';

/** The heart beside a product's title. */
export function SaveButton({ id, title }: { id: number; title: string }) {
  const [saved = false, press] = useMark(`product ${id}`);
  return (
    <button
      type="button"
      aria-label={`Save ${title}`}
      aria-pressed={saved}
      title={saved ? 'Saved' : 'Save for later'}
      onClick={press}
      className={cx(iconButtonClass('round', 'md'), 'noscript:hidden')}
    >
      <Heart className={cx('size-6', saved && 'fill-sale text-sale')} />
    </button>
  );
}
