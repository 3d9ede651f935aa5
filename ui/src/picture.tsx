import { useState } from 'react';
import { cx } from './cx.ts';
import { useDataSaver } from './data-saver.ts';
import { pictureSources } from './picture-sources.ts';

export interface PictureProps {
  /** `/media/<key>/<width>.webp`; any other address is shown as it is. */
  src: string;
  /** Empty when the text beside it says the same. */
  alt: string;
  /** How wide it will be shown, as in `<img sizes>`: "(min-width: 1280px) 240px, 45vw". */
  sizes?: string;
  /** Another picture of the same kind for screens below 768 px: a banner's square cut. */
  phoneSrc?: string;
  /** The shape of the picture; reserves its place. */
  width?: number;
  height?: number;
  /** The widths that exist: goods up to 800 px, banners up to 1600. */
  kind?: 'card' | 'goods' | 'banner';
  /** For the one picture that the first view hangs on; all others load when near. */
  priority?: boolean;
  className?: string;
  onError?: () => void;
}

/** A picture in AVIF and WebP at the width the screen wants. */
export function Picture({
  src,
  alt,
  sizes = '100vw',
  phoneSrc,
  width = 800,
  height = 800,
  kind = 'goods',
  priority = false,
  className,
  onError,
}: PictureProps) {
  // As it was at first: another choice would fetch what is there already once more, smaller.
  const [saving] = useState(useDataSaver());
  const sources = pictureSources(src, kind, saving);
  return (
    <picture className="contents">
      {phoneSrc !== undefined && <PhoneSources src={phoneSrc} sizes={sizes} saving={saving} />}
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        // An image that failed before the page came alive fires no event any more: ask it.
        ref={(img) => {
          if (onError && img?.complete && img.naturalWidth === 0) onError();
        }}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'auto' : 'async'}
        {...(priority ? { fetchPriority: 'high' as const } : {})}
        onError={onError}
        className={cx('block', className ?? 'h-auto w-full')}
      />
    </picture>
  );
}

const PHONE = '(max-width: 47.99rem)';

function PhoneSources({ src, sizes, saving }: { src: string; sizes: string; saving: boolean }) {
  // A square cut is 800 px wide at most, as goods are.
  const sources = pictureSources(src, 'goods', saving);
  if (!sources) return <source media={PHONE} srcSet={src} />;
  return (
    <>
      <source media={PHONE} type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source media={PHONE} type="image/webp" srcSet={sources.webp} sizes={sizes} />
    </>
  );
}
