import { cx } from '@sokuwa/ui/cx.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { useState } from 'react';

/** The small picture of a product in the cart, with a pattern as its fallback. The title beside it is its text alternative. */
export function CartPicture({ image, className, sizes }: { image: string; className: string; sizes: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={cx(
        'block shrink-0 overflow-hidden rounded-sm corner-24 bg-quiet',
        className,
        (!image || broken === image) && 'placeholder-pattern',
      )}
    >
      {image && broken !== image && (
        <Picture
          src={image}
          alt=""
          sizes={sizes}
          width={160}
          height={160}
          onError={() => setBroken(image)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
