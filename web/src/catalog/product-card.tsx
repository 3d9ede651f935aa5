import { Price } from '@sokuwa/ui/price.tsx';
import { ProductCardFrame } from '@sokuwa/ui/product-card.tsx';
import { Tag } from '@sokuwa/ui/tag.tsx';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { productLink } from '../lib/links.ts';
import type { CarriedSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { CategoryIcon } from './category-icon.tsx';
import { useProductActions } from './product-actions.tsx';
import { discountPercent, formatOldPrice, formatWeight } from './product-texts.ts';

type ProductCardProps = {
  product: CardProduct;
  /** Search params of the list, which the product's URL carries over. */
  search: CarriedSearch;
  /** Heading level of the title. */
  headingLevel?: 2 | 3 | 4;
  /** Whether adding shows only a toast and no dialog: outside of grids and Hot Deals (LIST-63). */
  addsQuietly?: boolean;
  /** For cards in the first view: their pictures load immediately. */
  priority?: boolean;
  /** `sizes` of the picture; the default is for lists beside the sidebar. */
  sizes?: string;
};

const LIST_SIZES = '(min-width: 1280px) 240px, (min-width: 768px) 30vw, 45vw';

/** A product in lists, on the home page and among related products. */
export const ProductCard = memo(function ProductCard({
  product,
  search,
  headingLevel,
  addsQuietly = false,
  priority = false,
  sizes = LIST_SIZES,
}: ProductCardProps) {
  const { id, title, stock } = product;
  const image = product.products_images[0]?.image_url;
  const percent = discountPercent(product);
  const { AddToCartButton, SaveButton } = useProductActions();
  return (
    <ProductCardFrame
      title={title}
      link={({ className, children }) => (
        <Link {...productLink(id, search)} className={className}>
          {children}
        </Link>
      )}
      picture={image ? { src: image, sizes, priority } : null}
      tags={product.is_new && percent === 0 && <Tag kind="new">New</Tag>}
      addButton={<AddToCartButton product={product} isQuiet={addsQuietly} />}
      saveButton={<SaveButton id={id} title={title} />}
      weight={product.gloss ? `${formatWeight(product.weight)} · ${product.gloss}` : formatWeight(product.weight)}
      price={
        <Price
          price={product.display_price}
          originalPrice={formatOldPrice(product)}
          converted={product.converted_price}
          discountPercent={percent}
          // HOME-26 wants the line on Hot Deals at 0 % too.
          showsZeroDiscount={search.section === 'hotDeals'}
        />
      }
      placeholder={<CategoryIcon category={product.category} />}
      outOfStock={stock <= 0}
      {...(headingLevel && { headingLevel })}
    />
  );
});
