import { cx } from '@sokuwa/ui/cx.ts';

const SIZES = {
  sm: 'size-7 rounded-[4px_4px_8px_4px]',
  md: 'size-10 rounded-[6px_6px_12px_6px]',
  lg: 'size-14 rounded-[8px_8px_16px_8px]',
};

/** A small picture of a product; a pattern without one. The title is beside it, so it has no text. */
export function ProductPicture({ src, size }: { src: string; size: keyof typeof SIZES }) {
  const className = cx('placeholder-pattern block shrink-0 object-cover', SIZES[size]);
  return src === '' ? (
    <span aria-hidden="true" className={className} />
  ) : (
    <img src={src} alt="" loading="lazy" className={className} />
  );
}
