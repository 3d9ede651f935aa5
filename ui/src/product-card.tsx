import { type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { Picture, type PictureProps } from './picture.tsx';
import { Skeleton } from './skeleton.tsx';
import { Tag } from './tag.tsx';

export interface ProductCardFrameProps {
  title: string;
  /** Renders the link around the title; it must pass the props on. Its hit area covers the whole card. */
  link: (props: { className: string; children: ReactNode }) => ReactNode;
  /** Null shows the placeholder. */
  picture: Pick<PictureProps, 'src' | 'sizes' | 'priority'> | null;
  /** An icon on the brand pattern, shown if there is no picture. */
  placeholder?: ReactNode;
  /** On the picture, top left; replaced by the "Out of stock" tag. */
  tags?: ReactNode;
  /** An AddButton; hidden when out of stock. */
  addButton?: ReactNode;
  /** On the picture, top right. */
  saveButton?: ReactNode;
  /** Formatted, such as "0.5 kg". */
  weight?: string | undefined;
  /** A Price component. */
  price: ReactNode;
  outOfStock?: boolean;
  /** One below the heading of the section around the card. */
  headingLevel?: 2 | 3 | 4;
}

/** The layout of a product in a grid or rail; its actions are passed in as slots. */
export function ProductCardFrame({
  title,
  link,
  picture,
  placeholder,
  tags,
  addButton,
  saveButton,
  weight,
  price,
  outOfStock = false,
  headingLevel = 3,
}: ProductCardFrameProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const Heading = `h${headingLevel}` as const;
  const shown = picture && picture.src !== failedSrc ? picture : null;
  return (
    <article className="group product-card">
      <div className="relative">
        <div className={cx('product-card-frame', shown ? 'bg-quiet' : 'placeholder-pattern')}>
          {!shown && <span className="absolute inset-0 grid place-items-center">{placeholder}</span>}
          {shown && (
            <Picture
              {...shown}
              kind="card"
              alt=""
              width={400}
              height={400}
              onError={() => setFailedSrc(shown.src)}
              className={cx('product-card-picture', outOfStock && 'opacity-55')}
            />
          )}
        </div>
        {(outOfStock || tags) && (
          <div className="pointer-events-none absolute top-2.5 left-2.5 flex flex-wrap gap-1.5">
            {outOfStock ? <Tag kind="out-of-stock">Out of stock</Tag> : tags}
          </div>
        )}
        {/* Stacked above the title's link, which covers the card. */}
        {saveButton}
        {!outOfStock && addButton && <div className="product-card-add">{addButton}</div>}
      </div>
      <Heading className="product-card-title">{link({ className: 'product-card-link', children: title })}</Heading>
      {weight !== undefined && <p className="text-muted text-xs">{weight}</p>}
      <div className="mt-auto pt-2">{price}</div>
    </article>
  );
}

/** A product card that is loading. Put `aria-busy` and a label on the list around it. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="min-w-0">
      <span className="product-card-frame animate-skeleton bg-quiet" />
      <Skeleton className="mt-3.5 h-4 w-[86%]" />
      <Skeleton className="mt-2 h-3 w-1/3" />
      <Skeleton className="mt-4 h-5 w-[56%]" />
      <Skeleton className="mt-2 h-3 w-full" />
    </div>
  );
}

const GRID_COLUMNS = {
  deals: 'md:grid-cols-3 xl:grid-cols-6',
  list: 'md:grid-cols-3 xl:grid-cols-4 min-[100.0625rem]:grid-cols-5',
  related: 'md:grid-cols-4',
};

/** A grid of products. Maximum columns: `deals` 6; `list` 4 beside a sidebar, 5 above 1600 px; `related` 4. */
export function ProductGrid({
  kind,
  label,
  busy = false,
  children,
}: {
  kind: 'deals' | 'list' | 'related';
  label: string;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      aria-busy={busy}
      className={cx('grid grid-cols-2 gap-x-4 gap-y-8 md:gap-x-5', GRID_COLUMNS[kind])}
    >
      {children}
    </ul>
  );
}
