import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Place } from '@sokuwa/contract/geo/geo.schemas.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { Geo } from './geo.service.ts';

/** Made by scripts/places.mjs: the regions of all countries, and a file of cities for each country. */
const FOLDER = new URL('places/', import.meta.url);
/** Countries whose cities stay in memory; the largest takes about 2 MB. */
const MOST_COUNTRIES = 6;
const decompress = promisify(brotliDecompress);

type Row = [id: number, name: string];
/** The cities of one country by the id of their region. */
type Cities = Map<number, Row[]>;

const read = JSON.parse(readFileSync(new URL('regions.json', FOLDER), 'utf8')) as Record<string, Row[]>;
const regions = new Map(Object.entries(read));
const countryOf = new Map([...regions].flatMap(([country, rows]) => rows.map(([id]) => [id, country] as const)));

const readCities = async (country: string): Promise<Cities> => {
  const bytes = await decompress(await readFile(new URL(`${country}.json.br`, FOLDER)));
  const rows = JSON.parse(bytes.toString()) as Record<string, Row[]>;
  return new Map(Object.entries(rows).map(([id, cities]) => [Number(id), cities]));
};

const kept = new Map<string, Promise<Cities>>();
/** The least lately used goes first; all 133,000 cities would take the memory of the rest of the server. */
const citiesOf = (country: string): Promise<Cities> => {
  const cities = kept.get(country) ?? readCities(country);
  kept.delete(country);
  kept.set(country, cities);
  // A file that could not be read now is read by whoever asks next.
  cities.catch(() => kept.delete(country));
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > MOST_COUNTRIES) kept.delete(oldest);
  return cities;
};

const present = (rows: Row[]): Place[] => rows.map(([geonameId, name]) => ({ geonameId, name }));

/** The country of that code, if the shop knows it. */
const findCountry = async (geo: Geo, code: string) =>
  (await geo.countries()).find(({ country_code }) => country_code === code);

/**
 * The regions of a country by name (ADDRESS-18).
 * @returns unknown_country for a code that is not among the shop's countries
 */
export const regionsOf = async (geo: Geo, countryCode: string): Promise<Place[] | Refused<'unknown_country'>> => {
  const country = await findCountry(geo, countryCode);
  const rows = country && regions.get(countryCode);
  return rows ? present(rows) : refuse('unknown_country');
};

/**
 * The cities of a region by name.
 * @param regionId one of those that regionsOf gives
 * @returns unknown_region for any other
 */
export const citiesOfRegion = async (regionId: number): Promise<Place[] | Refused<'unknown_region'>> => {
  const country = countryOf.get(regionId);
  const rows = country && (await citiesOf(country)).get(regionId);
  return rows ? present(rows) : refuse('unknown_region');
};

/** A city as the three selects name it: the ids are those of /regions/ and /cities. */
type ChosenPlace = { countryCode: string; regionId: number; cityId: number };
export type PlaceNames = { country: string; region: string; city: string };

/**
 * What country, region and city are called.
 * @returns undefined when one of them is not known, or they do not lie in each other
 */
export const placeNames = async (geo: Geo, place: ChosenPlace): Promise<PlaceNames | undefined> => {
  const { countryCode, regionId, cityId } = place;
  const country = await findCountry(geo, countryCode);
  const region = regions.get(countryCode)?.find(([id]) => id === regionId);
  if (!country || !region) return undefined;
  const city = (await citiesOf(countryCode)).get(regionId)?.find(([id]) => id === cityId);
  return city && { country: country.country_name, region: region[1], city: city[1] };
};
