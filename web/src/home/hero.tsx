import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { HERO } from '@sokuwa/contract/home/home.content.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { Link } from '@tanstack/react-router';
import { sectionLink } from '../lib/links.ts';

/** The landing hero above the banners. It is not a slide, so it stays visible while the banners change. */
export function Hero() {
  return (
    <div className="relative overflow-hidden rounded-xl corner-56 bg-[#fcc04a] text-ink-900 md:col-start-1 md:row-start-1">
      <Picture
        src={pictureUrl(`${HERO.img}-wide`, 1600, 'webp')}
        phoneSrc={pictureUrl(`${HERO.img}-tall`, 800, 'webp')}
        alt={HERO.alt}
        sizes="(min-width: 768px) 450px, 180px"
        width={1600}
        height={640}
        kind="banner"
        className="absolute right-0 bottom-0 aspect-square w-1/2 object-cover object-bottom [mask-image:linear-gradient(to_right,transparent,#000_25%)] max-md:max-w-48 md:aspect-5/2 md:h-full md:w-auto"
      />
      <div className="relative flex flex-col items-start gap-x-6 gap-y-2 py-4 pl-5 max-md:w-[62%] md:w-3/5 md:px-8 xl:px-11">
        <h1 className="max-w-[7.4em] text-balance font-display text-[1.75rem] leading-[1.05]! md:max-w-[9.5em] md:text-[2rem] lg:max-xl:text-[1.75rem] xl:text-[2.25rem]">
          {HERO.headline}
        </h1>
        <p className="max-sm:max-w-32">
          Fast delivery worldwide<span className="max-md:sr-only">, from the continent's farms and mills.</span>
        </p>
        {/* For screen readers and search engines. */}
        <p className="sr-only">African foodstuffs and groceries: high-quality food items, delivered worldwide.</p>
        <Link {...sectionLink('productList')} className={`${buttonClass({ variant: 'ink', size: 'sm' })} mt-1`}>
          SHOP NOW
        </Link>
      </div>
    </div>
  );
}
