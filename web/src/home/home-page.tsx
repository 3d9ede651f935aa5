import { pageClass } from '@sokuwa/ui/page-class.ts';
import { SocialLinks } from '../lib/social-links.tsx';
import { Banners } from './banners.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { Hero } from './hero.tsx';
import { HomeBlocks } from './home-blocks.tsx';
import { ShopByCategory } from './shop-by-category.tsx';

/** The home page. Each block loads its own products, so one that fails does not affect the others. */
export function HomePage() {
  return (
    <>
      <div className={`${pageClass} pt-4 pb-9 lg:pt-6 lg:pb-14`}>
        <div className="grid gap-4 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="grid min-w-0 grid-cols-1 content-start gap-3 md:gap-4 lg:col-start-2">
            <Hero />
            <Banners />
            {/* On phones below the banners, on wide screens at the foot of the hero. */}
            <SocialLinks
              networks={['instagram', 'facebook', 'x', 'linkedin', 'youtube']}
              className="flex justify-center text-heading max-md:-mt-2 md:relative md:col-start-1 md:row-start-1 md:mb-4 md:ml-42 xl:ml-45 md:self-end md:justify-self-start md:text-ink-900"
            />
          </div>
          <ShopByCategory />
        </div>
        <div className="mt-4 lg:mt-5">
          <CategoryTiles />
        </div>
      </div>
      <HomeBlocks />
    </>
  );
}
