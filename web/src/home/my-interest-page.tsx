import { Button } from '@sokuwa/ui/button.tsx';
import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { BadgePercent, CalendarHeart, ChevronLeft, ChevronRight, ShoppingBasket, Truck, Undo2 } from 'lucide-react';
import { comingSoon } from '../lib/coming-soon.ts';

/** The cards of My Interest (HOME-49). */
const TEASERS = [
  { title: 'Fresh Tomatoes', picture: '/home/fresh-tomatoes.webp' },
  { title: 'Premium Package', picture: '/home/premium-package.webp' },
  { title: 'African Fashion', picture: '/home/african-fashion.webp' },
  { title: 'African Products', picture: '/home/african-products.webp' },
];

const BENEFITS = [
  { Icon: BadgePercent, title: 'Best prices & offers', text: 'Orders of 5000 naira or more' },
  { Icon: Truck, title: 'Delivery', text: '24/7' },
  { Icon: CalendarHeart, title: 'Great daily deal', text: 'When you sign up' },
  { Icon: ShoppingBasket, title: 'Wide assortment', text: 'Mega discounts' },
  { Icon: Undo2, title: 'Easy returns', text: 'Within 30 days' },
];

/** The My Interest page: teaser cards and benefit tiles. */
export function MyInterestPage() {
  return (
    <div className={`${pageClass} py-9 lg:py-14`}>
      <Teasers />
      <Benefits />
    </div>
  );
}

function Teasers() {
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-display text-3xl text-heading">My Interest</h1>
        <div className="ml-auto flex items-center gap-2">
          <Button variant="text" size="sm" onClick={comingSoon}>
            View all
          </Button>
          <IconButton label="Previous" icon={<ChevronLeft className="size-5" />} variant="round" onClick={comingSoon} />
          <IconButton label="Next" icon={<ChevronRight className="size-5" />} variant="round" onClick={comingSoon} />
        </div>
      </div>
      <ul aria-label="My Interest" className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 md:gap-x-5">
        {TEASERS.map(({ title, picture }) => (
          <li key={title}>
            <article>
              <img
                src={picture}
                alt=""
                width={640}
                height={640}
                className="corner-40 aspect-square w-full rounded-lg bg-quiet object-cover"
              />
              <h2 className="mt-3 font-medium text-base text-body">{title}</h2>
              <p className="mt-1 font-bold text-heading text-lg">Coming soon...</p>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}

function Benefits() {
  return (
    <section aria-labelledby="benefits" className="mt-12 lg:mt-16">
      <h2 id="benefits" className="mb-5 font-display text-2xl text-heading">
        What you can count on
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 md:gap-5 lg:grid-cols-5">
        {BENEFITS.map(({ Icon, title, text }) => (
          <li
            key={title}
            className="corner-40 flex items-center gap-4 rounded-lg bg-section p-5 lg:flex-col lg:items-start"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-md bg-action-quiet text-link">
              <Icon className="size-6" />
            </span>
            <div>
              <h3 className="font-semibold text-base text-heading">{title}</h3>
              <p className="text-secondary">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
