import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Dropdown } from '../ui/dropdown.tsx';
import { Flag } from '../ui/flag.tsx';
import { MenuPanel } from '../ui/menu-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { flagAddresses } from './flag-addresses.ts';
import { currencyLabel } from './selected-country.ts';

const load = () => import('./country-panel.tsx');
const CountryPanel = lazy(() => load().then((module) => ({ default: module.CountryPanel })));
const preload = () => {
  load().catch(() => {});
};

/** The button of the top bar with country and currency; its panel is fetched when somebody reaches for it. */
export function CountryPicker({ selected, flagSources }: { selected: Country; flagSources: readonly string[] }) {
  const { country_code: code, country_name: name, currency } = selected;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its button sends up
    <div onPointerEnter={preload} onFocus={preload} className="min-w-0 shrink-0">
      <Dropdown
        button={
          <>
            <Flag code={code} sources={flagAddresses(flagSources, code)} />
            <span className="min-w-0 truncate">
              <span className="sr-only">Country and currency: </span>
              {name}
              {currency && ` · ${currencyLabel(currency)}`}
            </span>
            <ChevronDown className="size-4" />
          </>
        }
        buttonClassName="flex h-11 max-w-[60vw] items-center gap-2.5 rounded-sm text-on-brand text-sm hover:underline"
        panelClassName="w-80 max-w-[calc(100vw-2rem)]"
      >
        {() => (
          <Suspense
            fallback={
              <MenuPanel className="p-4">
                <Skeleton className="h-12" />
              </MenuPanel>
            }
          >
            <CountryPanel selected={selected} flagSources={flagSources} />
          </Suspense>
        )}
      </Dropdown>
    </div>
  );
}
