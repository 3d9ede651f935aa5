import { Combobox, type ComboboxProps, type Option } from '@sokuwa/ui/combobox.tsx';
import { ExternalLink } from '@sokuwa/ui/external-link.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../lib/app-context.ts';
import { citiesQuery, FAILURE_TEXTS, placeCountriesQuery, regionsQuery } from './place.queries.ts';

/** A place of residence or delivery. The ids are the country code and the ids of /regions/ and /cities. */
export type PlaceChoice = {
  country: Option<string> | null;
  region: Option<number> | null;
  /** A city that is not in the list has its name as id. */
  city: Option<number | string> | null;
};
export const NO_PLACE: PlaceChoice = { country: null, region: null, city: null };

type Place = { geonameId: number; name: string };
const toOptions = (places: readonly Place[] | undefined) =>
  (places ?? []).map(({ geonameId, name }) => ({ id: geonameId, name }));

const toUnlistedCity = (name: string): Option<string> => ({ id: name, name });

/** The loading and error state of a field. */
const queryState = (query: UseQueryResult, text: string): Pick<ComboboxProps<never>, 'loading' | 'loadError'> => ({
  loading: query.isLoading,
  loadError: query.isError && !query.isFetching ? { text, onRetry: () => void query.refetch() } : undefined,
});

/**
 * Country, region and city, each chosen from the places of the previous one (ADDRESS-21 to ADDRESS-23). A new country clears
 * region and city, a new region clears the city.
 * @param errors error texts by field
 */
export function PlaceFields({
  value,
  onChange,
  errors = {},
  required = false,
}: {
  value: PlaceChoice;
  onChange: (value: PlaceChoice) => void;
  errors?: Partial<Record<keyof PlaceChoice, string | undefined>>;
  required?: boolean;
}) {
  const api = useApi();
  const countries = useQuery(placeCountriesQuery(api));
  const regions = useQuery(regionsQuery(api, value.country?.id));
  const cities = useQuery(citiesQuery(api, value.region?.id));
  const countryOptions = useMemo(
    () => (countries.data ?? []).map(({ country_code, country_name }) => ({ id: country_code, name: country_name })),
    [countries.data],
  );
  const regionOptions = useMemo(() => toOptions(regions.data), [regions.data]);
  const cityOptions: Option<number | string>[] = useMemo(() => toOptions(cities.data), [cities.data]);
  return (
    <>
      <Combobox
        label="Country"
        placeholder="Choose a country"
        options={countryOptions}
        value={value.country}
        onChange={(country) => {
          if (country?.id !== value.country?.id) onChange({ ...NO_PLACE, country });
        }}
        required={required}
        error={errors.country}
        {...queryState(countries, FAILURE_TEXTS.countries)}
      />
      <Combobox
        label="Region"
        placeholder="Choose a region"
        options={regionOptions}
        value={value.region}
        onChange={(region) => {
          if (region?.id !== value.region?.id) onChange({ ...value, region, city: null });
        }}
        required={required}
        error={errors.region}
        disabledReason={value.country ? undefined : 'Choose a country first'}
        {...queryState(regions, FAILURE_TEXTS.regions)}
      />
      <div>
        <Combobox
          label="City"
          placeholder="Choose or type a city"
          createOption={toUnlistedCity}
          options={cityOptions}
          value={value.city}
          onChange={(city) => onChange({ ...value, city })}
          required={required}
          error={errors.city}
          disabledReason={value.region ? undefined : 'Choose a region first'}
          {...queryState(cities, FAILURE_TEXTS.cities)}
        />
        <p className="mt-1.5 text-muted text-xs">
          Places by{' '}
          <ExternalLink href="https://www.geonames.org/" className="underline underline-offset-4">
            GeoNames
          </ExternalLink>
          , CC BY 4.0
        </p>
      </div>
    </>
  );
}
