import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link } from '@tanstack/react-router';
import { sectionLink } from '../lib/links.ts';

/** The advertisement beside the checkout. */
export function Advert() {
  return (
    <aside
      aria-label="Advertisement"
      className="corner-56 relative h-fit overflow-hidden rounded-lg bg-hibiscus-100 text-ink-900"
    >
      <div className="p-6 pb-0">
        <p className="text-xs">Advertisement</p>
        <p className="mt-2 text-balance font-bold font-display text-2xl">A box that looks after you</p>
        <p className="mt-2 mb-5 text-sm">Shea, moringa and rosemary, new in from the people who make them.</p>
        <Link {...sectionLink('newArrivals')} className={buttonClass({ variant: 'ink', size: 'sm' })}>
          See New Arrivals
        </Link>
      </div>
      <img
        src="/home/premium-package.webp"
        alt=""
        width={640}
        height={640}
        loading="lazy"
        className="mt-2 aspect-square w-full object-cover object-bottom [mask-image:linear-gradient(transparent,black_35%)]"
      />
    </aside>
  );
}
