import { FromTemplate } from '@sokuwa/ui/cached-html.tsx';
import { Price } from '@sokuwa/ui/price.tsx';
import { ProductCardFrame } from '@sokuwa/ui/product-card.tsx';
import { Tag } from '@sokuwa/ui/tag.tsx';
import { Link, useRouter } from '@tanstack/react-router';
import { memo } from 'react';
import { productLink } from '../lib/links.ts';
import type { CarriedSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { describeCard } from './card-template.ts';
import { CategoryIcon } from './category-icon.tsx';
import { LIST_SIZES } from './picture-sizes.ts';
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

function Card({
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
}

/** On the server: only the first card of each shape is rendered by React. */
function CardFromTemplate({ product, ...props }: ProductCardProps) {
  const { pathname } = useRouter().latestLocation;
  const { search, headingLevel, addsQuietly, priority, sizes } = props;
  // A link to the present page is marked as such.
  const isOwnPage = pathname.includes(`/${product.id}`);
  const card =
    priority || isOwnPage
      ? undefined
      : describeCard(product, JSON.stringify([search, headingLevel, addsQuietly, sizes]));
  if (!card) return <Card product={product} {...props} />;
  return (
    <FromTemplate template={card.template} texts={card.texts}>
      {(hasPlaceholders) => <Card product={hasPlaceholders ? card.placeholder : product} {...props} />}
    </FromTemplate>
  );
}

/** A product in lists, on the home page and among related products. */
export const ProductCard = /* @__PURE__ */ memo(import.meta.env.SSR ? CardFromTemplate : Card);
