import { pageClass } from '@sokuwa/ui/page-class.ts';
import { getRouteApi } from '@tanstack/react-router';
import { CountryPicker } from '../../geo/index.ts';

const root = getRouteApi('__root__');

/** Country and currency on the left, the promo line on the right. */
export function TopBar() {
  const { country, flagSources } = root.useLoaderData();
  return (
    <div data-background="brand" className="relative z-30 bg-brand text-on-brand">
      <div className={`${pageClass} flex min-h-11 items-center justify-between gap-4`}>
        <CountryPicker selected={country} flagSources={flagSources} />
        <p className="min-w-0 text-balance py-1 text-right text-on-brand-muted text-xs leading-4 md:text-sm">
          <span className="font-semibold text-highlight">₦5,000 or more?</span> Best prices and offers on your order
        </p>
      </div>
    </div>
  );
}
