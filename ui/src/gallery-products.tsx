import { buttonClass } from './button-class.ts';
import { Carousel } from './carousel.tsx';
import { SampleCard } from './gallery-samples.tsx';
import { GallerySection } from './gallery-section.tsx';
import { Picture } from './picture.tsx';
import { ProductCardSkeleton, ProductGrid } from './product-card.tsx';
import { Rail } from './rail.tsx';

const BANNERS = [
  ['deals', 'Hot deals, going fast', 'text-white'],
  ['adire', 'New in: indigo adire', 'text-heading'],
  ['fabrics', 'Ankara by the yard', 'text-white'],
] as const;

/** Product cards in all states, the grid, the rail and the banner carousel. */
export function GalleryProducts() {
  return (
    <>
      <GallerySection title="Product card: discount, 0 %, adding, out of stock, no picture, loading">
        <ProductGrid kind="deals" label="Sample goods">
          <li>
            <SampleCard sample="tomatoes" />
          </li>
          <li>
            <SampleCard sample="yam" />
          </li>
          <li>
            <SampleCard sample="garri" state="adding" />
          </li>
          <li>
            <SampleCard sample="palm-oil" state="out-of-stock" />
          </li>
          <li>
            <SampleCard sample="honey" state="no-picture" />
          </li>
          <li>
            <ProductCardSkeleton />
          </li>
        </ProductGrid>
      </GallerySection>
      <GallerySection title="Carousel: controls under the picture">
        <Carousel
          label="Offers"
          intervalMs={6000}
          slides={BANNERS.map(([file, headline, ink]) => ({
            id: file,
            label: headline,
            content: (
              <div className="relative">
                <Picture
                  src={`/brand/samples/banner-${file}.webp`}
                  phoneSrc={`/brand/samples/banner-${file}-phone.webp`}
                  alt=""
                  width={1000}
                  height={400}
                  kind="banner"
                  className="aspect-358/440 w-full rounded-xl corner-72 object-cover object-bottom md:aspect-5/2"
                />
                <div className="absolute top-6 left-6 flex max-w-[80%] flex-col items-start gap-4 md:top-10 md:left-10 md:max-w-[42%]">
                  <p className={`font-display text-4xl ${ink}`}>{headline}</p>
                  <a href="#shop" className={buttonClass({ variant: 'ink' })}>
                    SHOP NOW
                  </a>
                </div>
              </div>
            ),
          }))}
        />
      </GallerySection>
      <GallerySection title="Rail: 5, 4, 3 or 2.2 items in view">
        <Rail label="New Arrivals" heading={<p className="font-display text-2xl text-heading">New Arrivals</p>}>
          <li>
            <SampleCard sample="kaftan" state="new" />
          </li>
          <li>
            <SampleCard sample="garri" state="new" />
          </li>
          <li>
            <SampleCard sample="palm-oil" />
          </li>
          <li>
            <SampleCard sample="djembe" />
          </li>
          <li>
            <SampleCard sample="honey" />
          </li>
          <li>
            <SampleCard sample="tomatoes" />
          </li>
          <li>
            <SampleCard sample="yam" />
          </li>
        </Rail>
      </GallerySection>
    </>
  );
}
