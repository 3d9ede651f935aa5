import { Dialog as Base } from '@base-ui/react/dialog';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { scrimClass } from '@sokuwa/ui/dialog-class.ts';
import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

type ProductZoomProps = {
  images: Product['products_images'];
  title: string;
  /** Index of the current picture. */
  index: number;
  onShow: (index: number) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A full-screen view of a product's pictures; a click doubles the size. Loaded on demand. */
export function ProductZoom({ images, title, index, onShow, open, onOpenChange }: ProductZoomProps) {
  const [isDoubled, setIsDoubled] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    // Keep the centre of the picture in the centre.
    if (isDoubled)
      element?.scrollTo(
        (element.scrollWidth - element.clientWidth) / 2,
        (element.scrollHeight - element.clientHeight) / 2,
      );
  }, [isDoubled]);
  const image = images[index];
  if (!image) return null;
  const showNeighbour = (step: number) => {
    setIsDoubled(false);
    onShow(index + step);
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        setIsDoubled(false);
        onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          onKeyDown={({ key }) => {
            // In an enlarged picture, the arrow keys scroll.
            if (isDoubled) return;
            if (key === 'ArrowLeft') showNeighbour(-1);
            if (key === 'ArrowRight') showNeighbour(1);
          }}
          className="sk-dialog fixed inset-0 z-50 flex flex-col bg-surface text-body outline-hidden"
        >
          <div className="flex shrink-0 items-center gap-1 border-line border-b px-2 py-1.5 sm:px-4">
            <Base.Title className="mr-auto line-clamp-1 min-w-0 pl-2 font-semibold text-base text-heading leading-7">
              {title}
              <span className="ml-3 font-normal text-secondary text-sm">
                {index + 1} / {images.length}
              </span>
            </Base.Title>
            <ToolButton
              label={isDoubled ? 'Smaller' : 'Larger'}
              icon={isDoubled ? <ZoomOut className="size-5.5" /> : <ZoomIn className="size-5.5" />}
              onPress={() => setIsDoubled(!isDoubled)}
            />
            <ToolButton
              label="Previous picture"
              disabled={index === 0}
              icon={<ChevronLeft className="size-6" />}
              onPress={() => showNeighbour(-1)}
            />
            <ToolButton
              label="Next picture"
              disabled={index === images.length - 1}
              icon={<ChevronRight className="size-6" />}
              onPress={() => showNeighbour(1)}
            />
            <Base.Close aria-label="Close" className={iconButtonClass('plain')}>
              <X className="size-5.5" />
            </Base.Close>
          </div>
          <div
            ref={box}
            tabIndex={isDoubled ? 0 : undefined}
            className="grid min-h-0 flex-1 overflow-auto p-2 -outline-offset-3!"
          >
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same */}
            <img
              src={image.image_url}
              alt={image.alt}
              width={800}
              height={800}
              onClick={() => setIsDoubled(!isDoubled)}
              className={cx(
                'm-auto rounded-lg object-contain',
                isDoubled
                  ? 'h-auto w-[max(200vw,200dvh)] max-w-400 cursor-zoom-out'
                  : 'h-auto max-h-[calc(100dvh-4.5rem)] w-auto max-w-full cursor-zoom-in',
              )}
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function ToolButton({
  label,
  icon,
  disabled = false,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus at the last picture.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
      className={cx(iconButtonClass('plain'), disabled && 'text-line-strong')}
    >
      {icon}
    </button>
  );
}
