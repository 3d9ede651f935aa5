import { cx } from './cx.ts';
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

/** A converted price, which is only approximate. */
function Approximate({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true">≈ </span>
      <VisuallyHidden>about </VisuallyHidden>
      {children}
    </>
  );
}

/** A price in naira and the converted one, below each other. */
export function PricePair({
  price,
  converted,
  isExact = false,
}: Pick<PriceProps, 'price' | 'converted'> & {
  /** Converted at the rate of an order. */
  isExact?: boolean;
}) {
  return (
    <span className="price-column whitespace-nowrap">
      <span className={converted ? 'price-naira' : 'price-alone'}>{price}</span>
      {converted && (
        <span className="price-converted">{isExact ? converted : <Approximate>{converted}</Approximate>}</span>
      )}
    </span>
  );
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
    <s className={size === 'card' ? 'price-original' : 'text-base text-muted md:text-lg'}>
      <VisuallyHidden>was </VisuallyHidden>
      {originalPrice}
    </s>
  );
  if (size === 'detail')
    return (
      <dl className="price-column">
        <div>
          <dt className="text-muted text-xs">Price</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <span
              className={cx(
                'font-display text-3xl text-heading',
                converted && 'converted-first:font-sans converted-first:text-base converted-first:text-secondary',
              )}
            >
              {price}
            </span>
            {originalPriceElement}
          </dd>
        </div>
        {converted !== undefined && (
          <div className="mt-1 flex flex-wrap gap-x-1.5 text-base text-secondary converted-first:mt-0 converted-first:mb-1 converted-first:block">
            <dt className="converted-first:text-muted converted-first:text-xs">Currency Converted Price</dt>
            <dd className="converted-first:font-display converted-first:text-3xl converted-first:text-heading">
              ≈ {converted}
            </dd>
          </div>
        )}
      </dl>
    );
  return (
    <div className="price-column">
      <p className="price-line">
        <span className={converted ? 'price-naira' : 'price-alone'}>{price}</span>
        {originalPriceElement}
      </p>
      <p className="price-line-converted">
        <span className="price-converted">{converted !== undefined && <Approximate>{converted}</Approximate>}</span>
        {(discountPercent > 0 || showsZeroDiscount) && <DiscountLine percent={discountPercent} />}
      </p>
    </div>
  );
}
