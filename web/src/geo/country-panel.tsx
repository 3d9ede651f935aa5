import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { Checkbox } from '@sokuwa/ui/checkbox-radio.tsx';
import { controlClass } from '@sokuwa/ui/field.tsx';
import { Flag } from '@sokuwa/ui/flag.tsx';
import { MenuPanel, menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { hasWordStartingWith, normalizeSearchText } from '@sokuwa/ui/search-text.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { flagUrls } from './flag-urls.ts';
import { countriesQuery } from './geo.queries.ts';
import { chooseConvertedFirst, useConvertedFirst } from './price-order.ts';
import { formatCurrencyLabel } from './selected-country.ts';

type PanelProps = { selected: Country; flagSources: readonly string[] };

/** The picker's panel: the selected country, which price comes first, and the list of all countries after a press on Change. */
export function CountryPanel({ selected, flagSources }: PanelProps) {
  const [isListOpen, setIsListOpen] = useState(false);
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  return (
    <MenuPanel className="overflow-hidden">
      <div className="flex items-center gap-3 py-3 pr-2 pl-4">
        <Flag code={selected.country_code} sources={flagUrls(flagSources, selected.country_code)} />
        <p className="min-w-0 flex-1 text-muted text-xs" aria-live="polite">
          Delivering to
          <span className="block font-semibold text-base text-heading">{selected.country_name}</span>
        </p>
        <Button
          ref={toggle}
          variant="text"
          size="sm"
          aria-expanded={isListOpen}
          aria-controls={isListOpen ? listId : undefined}
          onClick={() => setIsListOpen(!isListOpen)}
        >
          {isListOpen ? 'Cancel' : 'Change'}
        </Button>
      </div>
      <Checkbox
        label="Show converted prices first"
        checked={useConvertedFirst()}
        onChange={(event) => chooseConvertedFirst(event.target.checked)}
        className="border-line border-t px-4"
      />
      {isListOpen && (
        <CountryList
          id={listId}
          selected={selected}
          flagSources={flagSources}
          onChosen={() => {
            setIsListOpen(false);
            toggle.current?.focus();
          }}
        />
      )}
    </MenuPanel>
  );
}

function CountryList({ id, ...props }: PanelProps & { id: string; onChosen: () => void }) {
  const { api } = useAppContext();
  const { data, isError, isFetching, refetch } = useQuery(countriesQuery(api));
  if (data)
    return (
      <div id={id} className="border-line border-t">
        <CountryChoice countries={data} {...props} />
      </div>
    );
  if (isError)
    return (
      <div
        id={id}
        role="alert"
        className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-3 text-danger"
      >
        <p>Failed to load countries list</p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => refetch()}>
          Try Again
        </Button>
      </div>
    );
  return (
    <div id={id} aria-busy="true" className="grid gap-3 border-line border-t p-4">
      <span className="sr-only">Loading countries</span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}

/** The countries of most visitors, shown above the others. */
const COMMON_CODES = ['NG', 'GB', 'US', 'CA', 'GH', 'DE'];

type ChoiceProps = PanelProps & { countries: readonly Country[]; onChosen: () => void };

/**
 * A filter field above the common and all countries. Arrow keys move between the field and the countries; Enter in the
 * field chooses the first match.
 */
function CountryChoice({ countries, selected, flagSources, onChosen }: ChoiceProps) {
  const { country } = useAppContext();
  const [filter, setFilter] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus the filter only with a mouse or keyboard: on a touch screen the virtual keyboard would cover the list.
    // `:focus-visible` shows that the panel was opened by a key.
    const isKeyboardAtHand = matchMedia('(hover: hover)').matches || document.activeElement?.matches(':focus-visible');
    if (isKeyboardAtHand) field.current?.focus({ preventScroll: true });
  }, []);
  const query = normalizeSearchText(filter.trim());
  const found = query === '' ? countries : countries.filter((candidate) => isMatch(candidate, query));
  const choose = ({ country_code: code, country_name: name }: Country) => {
    country.choose(code, name);
    onChosen();
  };
  const moveFocus = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const stops = [field.current, ...(box.current?.querySelectorAll('button') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  const rows = (shown: readonly Country[]) =>
    shown.map((candidate) => (
      <li key={candidate.country_code}>
        <button
          type="button"
          aria-current={candidate.country_code === selected.country_code ? 'true' : undefined}
          className={menuItemClass}
          onClick={() => choose(candidate)}
        >
          <Flag code={candidate.country_code} sources={flagUrls(flagSources, candidate.country_code)} />
          <span className="min-w-0 flex-1">{candidate.country_name}</span>
          <span className="text-muted text-xs">{formatCurrencyLabel(candidate.currency)}</span>
        </button>
      </li>
    ));
  const common = COMMON_CODES.flatMap((code) => countries.filter(({ country_code }) => country_code === code));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles arrow keys that bubble from the field and the buttons
    <div onKeyDown={moveFocus}>
      <div className="px-3 pt-3 pb-2">
        <input
          ref={field}
          type="search"
          aria-label="Find a country"
          placeholder="Find a country"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && query !== '' && found[0]) choose(found[0]);
          }}
          className={`${controlClass} px-4`}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {query !== '' && `${found.length} ${found.length === 1 ? 'country' : 'countries'} found`}
      </p>
      {/* At most 400 px high; only this box scrolls. */}
      <div ref={box} className="max-h-[min(25rem,50dvh)] overflow-y-auto overscroll-contain p-1">
        {query === '' && (
          <ul aria-label="Common countries" className="mb-1 border-line border-b pb-1">
            {rows(common)}
          </ul>
        )}
        {found.length > 0 ? (
          <ul aria-label="Countries">{rows(found)}</ul>
        ) : (
          <p className="px-3 py-4 text-secondary">No country has this name.</p>
        )}
      </div>
    </div>
  );
}

/** Whether a word of the country's name starts with the query, or its code or currency is the query. */
const isMatch = ({ country_name, country_code, currency }: Country, query: string): boolean =>
  hasWordStartingWith(normalizeSearchText(country_name), query) ||
  country_code.toLowerCase() === query ||
  currency.toLowerCase() === query;
