import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { useId } from 'react';
import type { findCategoryPicture } from '../../catalog/index.ts';

/** The promotion in a mega menu. Its button has no effect, and says so to screen readers (SHELL rules). */
export function OfferBanner({ picture }: { picture: ReturnType<typeof findCategoryPicture> }) {
  const noteId = useId();
  return (
    <div className="relative min-h-100 w-80 shrink-0 overflow-hidden rounded-lg corner-56 bg-quiet">
      {picture && (
        <Picture
          src={pictureUrl(picture.tileKey, 640, 'webp')}
          alt=""
          sizes="320px"
          width={640}
          height={680}
          className="absolute inset-0 size-full object-cover object-bottom"
        />
      )}
      <div className="relative p-6">
        <p
          className={`font-bold font-display text-2xl ${picture?.background === 'dark' ? 'text-white' : 'text-ink-900'}`}
        >
          Don't miss this offer today.
        </p>
        <button
          type="button"
          aria-describedby={noteId}
          className={`${buttonClass({ variant: 'ink', size: 'sm' })} mt-4`}
        >
          Shop Now
        </button>
        <span id={noteId} className="sr-only">
          This offer has not started; the button has no effect yet.
        </span>
      </div>
    </div>
  );
}
