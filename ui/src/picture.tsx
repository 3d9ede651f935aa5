import { useState } from 'react';
import { cx } from './cx.ts';
import { useDataSaver } from './data-saver.ts';
import { pictureSources } from './picture-sources.ts';

export interface PictureProps {
  /** `/media/<key>/<width>.webp`; any other URL is used unchanged. */
  src: string;
  /** Empty if the text beside it has the same content. */
  alt: string;
  /** As in `<img sizes>`: "(min-width: 1280px) 240px, 45vw". */
  sizes?: string;
  /** Another picture below 768 px: the square crop of a banner. */
  phoneSrc?: string;
  /** The aspect ratio, which reserves the space. */
  width?: number;
  height?: number;
  /** Selects the widths in srcset. */
  kind?: 'card' | 'product' | 'banner';
  /** Loads eagerly, for the largest picture of the first view; all others load lazily. */
  priority?: boolean;
  className?: string;
  onError?: () => void;
}

/** A responsive picture in AVIF and WebP. */
export function Picture({
  src,
  alt,
  sizes = '100vw',
  phoneSrc,
  width = 800,
  height = 800,
  kind = 'product',
  priority = false,
  className,
  onError,
}: PictureProps) {
  // The initial value: a later change would fetch the same picture again in a smaller size.
  const [dataSaver] = useState(useDataSaver());
  const sources = pictureSources(src, kind, dataSaver);
  return (
    <picture className="contents">
      {phoneSrc !== undefined && <PhoneSources src={phoneSrc} sizes={sizes} dataSaver={dataSaver} />}
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        // An image that failed before hydration fires no error event: check its state.
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

const PHONE_MEDIA = '(max-width: 47.99rem)';

function PhoneSources({ src, sizes, dataSaver }: { src: string; sizes: string; dataSaver: boolean }) {
  // Square crops exist in the same widths as product pictures.
  const sources = pictureSources(src, 'product', dataSaver);
  if (!sources) return <source media={PHONE_MEDIA} srcSet={src} />;
  return (
    <>
      <source media={PHONE_MEDIA} type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source media={PHONE_MEDIA} type="image/webp" srcSet={sources.webp} sizes={sizes} />
    </>
  );
}
