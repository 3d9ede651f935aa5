import { Featured } from './featured.tsx';
import { HotDeals } from './hot-deals.tsx';
import { ProductRail } from './product-rail.tsx';

/** The blocks of products and articles below the first view. */
export function HomeBlocks() {
  return (
    <>
      <HotDeals />
      <ProductRail
        list="newArrivals"
        title="New Arrivals"
        unavailable="New Arrivals are unavailable at the moment. Please check back later."
        failed="Error loading new arrivals"
      />
      <Featured />
      <ProductRail
        list="ourBrands"
        title="Our Brands"
        unavailable="Our Brands are unavailable at the moment. Please check back later."
        failed="Error loading our brands"
      />
    </>
  );
}
