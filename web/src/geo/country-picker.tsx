import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { Dropdown } from '@sokuwa/ui/dropdown.tsx';
import { Flag } from '@sokuwa/ui/flag.tsx';
import { lazyWithRetry, MENU_PLACEHOLDER } from '@sokuwa/ui/lazy-with-retry.tsx';
import { ChevronDown } from 'lucide-react';
import { flagUrls } from './flag-urls.ts';
import { formatCurrencyLabel } from './selected-country.ts';

const CountryPanel = lazyWithRetry(async () => (await import('./country-panel.tsx')).CountryPanel, MENU_PLACEHOLDER);

/** The button of the top bar with country and currency; its panel loads on hover or focus. */
export function CountryPicker({ selected, flagSources }: { selected: Country; flagSources: readonly string[] }) {
  const { country_code: code, country_name: name, currency } = selected;
  return (
    <Dropdown
      className="min-w-0 shrink-0"
      trigger={
        <>
          <Flag code={code} sources={flagUrls(flagSources, code)} />
          <span className="min-w-0 truncate">
            <span className="sr-only">Country and currency: </span>
            {name}
            {currency && ` · ${formatCurrencyLabel(currency)}`}
          </span>
          <ChevronDown className="size-4" />
        </>
      }
      triggerClassName="flex h-11 max-w-[60vw] items-center gap-2.5 rounded-sm text-on-brand text-sm hover:underline"
      panelClassName="w-80 max-w-[calc(100vw-2rem)]"
      onIntent={CountryPanel.preload}
    >
      {() => <CountryPanel selected={selected} flagSources={flagSources} />}
    </Dropdown>
  );
}
