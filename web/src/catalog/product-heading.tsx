import { Price } from '@sokuwa/ui/price.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { searchLink } from '../lib/links.ts';
import type { CardProduct } from './card-product.ts';
import { discountPercent, formatOldPrice } from './product-texts.ts';

/** Brand, title and price of a product page. Products in lists come without their brand. */
export function ProductHeading({
  product,
  saveButton,
}: {
  product: CardProduct & { brand?: string | null };
  saveButton?: ReactNode;
}) {
  const { brand, title, gloss, display_price, converted_price } = product;
  return (
    <>
      {brand && (
        <Link
          {...searchLink(brand)}
          className="inline-flex min-h-11 items-center font-medium text-base text-link hover:underline"
        >
          <span className="sr-only">Brand: </span>
          {brand}
        </Link>
      )}
      <div className="flex items-start gap-4">
        <h1 className="wrap-anywhere min-w-0 flex-1 pt-1 font-sans font-semibold text-2xl text-heading leading-[1.25]!">
          {title}
        </h1>
        {saveButton}
      </div>
      {gloss && <p className="mt-1 text-base text-secondary">{gloss}</p>}
      <div className="mt-4">
        <Price
          size="detail"
          price={display_price}
          originalPrice={formatOldPrice(product)}
          converted={converted_price}
          discountPercent={discountPercent(product)}
        />
      </div>
    </>
  );
}
