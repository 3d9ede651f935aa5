import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { NumberField } from '@sokuwa/ui/number-field.tsx';
import { PricePair } from '@sokuwa/ui/price.tsx';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useAddToCart } from './use-add-to-cart.ts';

/** Quantity and Add To Cart. On phones a bar at the foot has the button too, while this one is scrolled out of view. */
export function BuyBox({ product }: { product: ProductDetail }) {
  const { title, stock } = product;
  const [quantity, setQuantity] = useState(1);
  const { add, isAdding } = useAddToCart(product);
  const button = useRef<HTMLDivElement>(null);
  const isScrolledAbove = useIsScrolledAbove(button);
  const addButton = (className: string) => (
    <Button className={className} disabled={stock <= 0} busy={isAdding} onClick={() => add(quantity)}>
      Add To Cart
    </Button>
  );
  return (
    <>
      <div ref={button} className="mt-6 flex gap-3 noscript:hidden">
        <NumberField
          size="md"
          label={`Quantity of ${title}`}
          value={quantity}
          onChange={setQuantity}
          disabled={stock <= 0}
        />
        {addButton('min-w-0 flex-1 px-4!')}
      </div>
      <p className="mt-3 hidden text-secondary noscript:block">
        The cart is kept in your browser and needs JavaScript. Please switch it on to buy.
      </p>
      <p role="status" className="mt-3 font-medium text-danger empty:hidden">
        {stock > 0 && quantity > stock && `Only ${stock} available`}
      </p>
      {stock <= 0 && !product.merchant_profile.holiday && (
        <p className="mt-3 text-secondary">Product out of stock. Please check back later</p>
      )}
      {isScrolledAbove && (
        <BuyBar>
          <p className="min-w-0">
            <PricePair price={product.display_price} converted={product.converted_price} />
          </p>
          {addButton('min-w-0 flex-1 px-4!')}
        </BuyBar>
      )}
    </>
  );
}

/** Whether the element is above the window. */
const useIsScrolledAbove = (element: RefObject<HTMLElement | null>): boolean => {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // Below the window counts as visible; otherwise a jump from above it to below it would not be noticed.
    const observer = new IntersectionObserver(([entry]) => entry && setIsAbove(!entry.isIntersecting), {
      rootMargin: '0px 0px 1000000px 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
};

/** A bar at the foot of a phone's window. The page gets padding at its end, so that the bar hides nothing there. */
function BuyBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.body;
    style.paddingBottom = `${bar.current?.offsetHeight ?? 0}px`;
    return () => {
      style.paddingBottom = '';
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label="Buy"
      className="fixed inset-x-0 bottom-0 z-12 flex items-center gap-5 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-md md:px-6 lg:hidden"
    >
      {children}
    </section>
  );
}
