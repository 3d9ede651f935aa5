import { DiscountLine } from './discount-line.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PriceProps {
  /** Formatted, such as "₦7,900". */
  price: string;
  /** The price before the discount, struck through. */
  originalPrice?: string | undefined;
  /** Formatted in the visitor's currency, without ≈: "£3.86". */
  converted?: string | undefined;
  /** Shown on cards only; the product page shows the discount elsewhere. */
  discountPercent: number;
  size?: 'card' | 'detail';
  /** Whether a card says "0% off" too. */
  showsZeroDiscount?: boolean;
}

/** The price in naira, the converted price and the discount. */
export function Price({
  price,
  originalPrice,
  converted,
  discountPercent,
  size = 'card',
  showsZeroDiscount = false,
}: PriceProps) {
  const originalPriceElement = originalPrice !== undefined && (
    <s className={size === 'card' ? 'text-muted text-xs md:text-sm' : 'text-base text-muted md:text-lg'}>
      <VisuallyHidden>was </VisuallyHidden>
      {originalPrice}
    </s>
  );
  if (size === 'detail')
    return (
      <dl>
        <div>
          <dt className="text-muted text-xs">Price</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-display text-3xl text-heading">{price}</span>
            {originalPriceElement}
          </dd>
        </div>
        {converted !== undefined && (
          <div className="mt-1 flex flex-wrap gap-x-1.5 text-base text-secondary">
            <dt>Currency Converted Price</dt>
            <dd>≈ {converted}</dd>
          </div>
        )}
      </dl>
    );
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-1.5 md:gap-x-2">
        <span className="font-bold text-heading text-lg">{price}</span>
        {originalPriceElement}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-muted text-xs">
        <span>
          {converted !== undefined && (
            <>
              <span aria-hidden="true">≈ </span>
              <VisuallyHidden>about </VisuallyHidden>
              {converted}
            </>
          )}
        </span>
        {(discountPercent > 0 || showsZeroDiscount) && <DiscountLine percent={discountPercent} />}
      </p>
    </div>
  );
}
