import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { LAST_PRESS_COUNTS } from '@sokuwa/ui/early-presses.ts';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';
import { Expand } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { GALLERY_SIZES } from './picture-sizes.ts';

const ProductZoom = lazyDialog(async () => (await import('./product-zoom.tsx')).ProductZoom);

type Images = Product['products_images'];

export const galleryFrameClass = 'relative overflow-hidden max-md:-mx-4 md:rounded-lg md:corner-72';
const tagClass = 'pointer-events-none absolute top-4 left-4';

/**
 * The pictures of a product in a native scroll-snap row, which can be swiped without JavaScript. Thumbnails and arrow keys select a
 * picture, a click enlarges it.
 */
export function ProductGallery({ images, title, tag }: { images: Images; title: string; tag: ReactNode }) {
  const listRef = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const [isZoomed, setIsZoomed] = useState(false);
  if (images.length === 0) return <NoPicture tag={tag} />;

  const show = (next: number) => {
    const target = Math.max(0, Math.min(images.length - 1, next));
    listRef.current?.scrollTo({ left: target * listRef.current.clientWidth, behavior: scrollBehavior() });
    setIndex(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // Key events of the enlarged view bubble here too.
    if (step === undefined || isZoomed) return;
    event.preventDefault();
    show(index + step);
    // Move the focus with the picture, so that it does not stay on a hidden one.
    if (listRef.current?.contains(document.activeElement))
      listRef.current?.querySelectorAll('button')[index + step]?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of its buttons
    <div
      className={cx(images.length > 1 && 'lg:grid lg:grid-cols-[5.25rem_minmax(0,1fr)] lg:items-start lg:gap-4')}
      onKeyDown={onKeyDown}
    >
      <div className={cx(galleryFrameClass, 'lg:col-start-2 lg:row-start-1')}>
        <ul
          ref={listRef}
          aria-label={`Pictures of ${title}`}
          className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto"
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth));
          }}
        >
          {images.map(({ image_url, alt }, n) => (
            <li key={image_url} className="placeholder-pattern w-full shrink-0 snap-start snap-always">
              <button
                {...LAST_PRESS_COUNTS}
                type="button"
                aria-label={`Enlarge picture ${n + 1} of ${images.length}: ${alt}`}
                // Only the visible picture is in the tab order.
                tabIndex={n === index ? 0 : -1}
                className="block w-full cursor-zoom-in -outline-offset-6!"
                onPointerEnter={ProductZoom.preload}
                onFocus={ProductZoom.preload}
                onClick={() => setIsZoomed(true)}
              >
                <Picture
                  src={image_url}
                  alt=""
                  sizes={GALLERY_SIZES}
                  priority={n === 0}
                  className="aspect-square w-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
        <div className={tagClass}>{tag}</div>
        <p
          aria-hidden="true"
          className="pointer-events-none absolute right-4 bottom-4 flex h-7 items-center gap-2 rounded-full bg-brand/85 px-3 font-semibold text-on-brand text-xs lg:right-auto lg:bottom-4 lg:left-4"
        >
          <Expand className="hidden size-4 lg:block" />
          {index + 1} / {images.length}
        </p>
      </div>
      {images.length > 1 && <Thumbnails images={images} index={index} onShow={show} />}
      <ProductZoom
        images={images}
        title={title}
        index={index}
        onShow={show}
        open={isZoomed}
        onOpenChange={setIsZoomed}
      />
    </div>
  );
}

function Thumbnails({ images, index, onShow }: { images: Images; index: number; onShow: (index: number) => void }) {
  return (
    <ul
      aria-label="All pictures"
      className="no-scrollbar mt-3 flex gap-2.5 overflow-x-auto p-1 max-lg:-mx-1 lg:col-start-1 lg:row-start-1 lg:m-0 lg:flex-col lg:gap-3 lg:overflow-visible lg:p-0"
    >
      {images.map(({ image_url, alt }, n) => (
        <li key={image_url} className="shrink-0">
          <button
            type="button"
            aria-label={`Show picture ${n + 1} of ${images.length}: ${alt}`}
            aria-current={n === index ? 'true' : undefined}
            onClick={() => onShow(n)}
            className={cx(
              'block rounded-md',
              n === index ? 'ring-3 ring-action ring-offset-2 ring-offset-canvas' : 'hover:opacity-80',
            )}
          >
            <Picture
              src={image_url}
              alt=""
              sizes="80px"
              width={80}
              height={80}
              className="size-17 rounded-md corner-20 object-cover lg:size-20"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

function NoPicture({ tag }: { tag: ReactNode }) {
  return (
    <div className={galleryFrameClass}>
      <div role="img" aria-label="This product has no picture yet" className="placeholder-pattern aspect-square" />
      <div className={tagClass}>{tag}</div>
    </div>
  );
}
