import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Banners } from './banners.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { Featured } from './featured.tsx';
import { HotDeals } from './hot-deals.tsx';
import { ProductRail } from './product-rail.tsx';
import { ShopByCategory } from './shop-by-category.tsx';

/** The home page. Each block loads its own products, so one that fails does not affect the others. */
export function HomePage() {
  return (
    <>
      <div className={`${pageClass} pt-4 pb-9 lg:pt-6 lg:pb-14`}>
        <div className="xl:grid xl:grid-cols-[18rem_minmax(0,1fr)] xl:gap-4">
          <ShopByCategory />
          <Banners />
        </div>
        <div className="mt-2 xl:mt-5">
          <CategoryTiles />
        </div>
      </div>
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
