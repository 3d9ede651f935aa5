import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { Flag } from '@sokuwa/ui/flag.tsx';
import { MenuPanel, menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { flagUrls } from './flag-urls.ts';
import { countriesQuery } from './geo.queries.ts';
import { formatCurrencyLabel } from './selected-country.ts';

type PanelProps = { selected: Country; flagSources: readonly string[] };

/** The picker's panel: the selected country, and the list of all countries after a press on Change. */
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
      {isListOpen && (
        // At most 400 px high; the list scrolls inside, and the keyboard reaches it through its buttons.
        <div
          id={listId}
          className="max-h-[min(25rem,60dvh)] overflow-y-auto overscroll-contain border-line border-t p-1"
        >
          <CountryList
            selected={selected}
            flagSources={flagSources}
            onChosen={() => {
              setIsListOpen(false);
              toggle.current?.focus();
            }}
          />
        </div>
      )}
    </MenuPanel>
  );
}

function CountryList({ selected, flagSources, onChosen }: PanelProps & { onChosen: () => void }) {
  const { api, country } = useAppContext();
  const { data, isError, isFetching, refetch } = useQuery(countriesQuery(api));
  const selectedButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (data) selectedButton.current?.scrollIntoView({ block: 'center' });
  }, [data]);
  if (data)
    return (
      <ul aria-label="Countries">
        {data.map(({ country_code: code, country_name: name, currency }) => {
          const isSelected = code === selected.country_code;
          return (
            <li key={code}>
              <button
                ref={isSelected ? selectedButton : undefined}
                type="button"
                aria-current={isSelected ? 'true' : undefined}
                className={menuItemClass}
                onClick={() => {
                  country.choose(code, name);
                  onChosen();
                }}
              >
                <Flag code={code} sources={flagUrls(flagSources, code)} />
                <span className="min-w-0 flex-1">{name}</span>
                <span className="text-muted text-xs">{formatCurrencyLabel(currency)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    );
  if (isError)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-danger">
        <p>Failed to load countries list</p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => refetch()}>
          Try Again
        </Button>
      </div>
    );
  return (
    <div aria-busy="true" className="grid gap-3 p-3">
      <span className="sr-only">Loading countries</span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}
