// Chooses the example of each endpoint from the calls that tests have recorded, and writes server/src/platform/api-examples.json.
// Run by `npm run examples`; the argument is the file of recorded calls.
import { readFileSync, writeFileSync } from 'node:fs';
import { allEndpoints } from '@sokuwa/contract/all-endpoints.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { ApiExample } from '../platform/docs.examples.ts';
import type { RecordedExample } from './record-examples.ts';

const FILE = new URL('../platform/api-examples.json', import.meta.url);

/** Long lists are cut to so many items. */
const MAX_ITEMS = 2;
/** Longer requests are examples only if there are no others. */
const MAX_REQUEST_LENGTH = 4000;
/** Larger examples are not better ones. */
const MAX_SCORE = 1500;

/** Lists whose length the contract fixes. */
const FIXED_LISTS = ['articles', 'banners', 'days', 'tiles'];

const cutLists = (value: unknown, name?: string): unknown => {
  if (Array.isArray(value)) {
    const items = FIXED_LISTS.includes(name ?? '') ? value : value.slice(0, MAX_ITEMS);
    return items.map((item) => cutLists(item));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutLists(one, key)]));
};

const ID = '[0-9A-HJKMNP-TV-Z]';
/** What differs between two runs, and what replaces the first, second, … different value of an example. */
const MASKS: [pattern: RegExp, replace: (n: number) => string][] = [
  // A time in microseconds.
  [/(?<=cursor=|"cursor":")\d{13,16}(?=\.)/g, () => '1795770000000000'],
  [/(?<=cursor=|"cursor":")(?!\d+\.)[\w-]{16,}/g, (n) => `CURSOR${n}`],
  // Codes of coupons are written in small letters too, which the description does not say.
  [/(?<=\/coupons\/|"params":\{"code":")[a-z][a-z\d]+(?=[/"])/g, () => 'HARVEST5'],
  [/(?<="access_code":")[\w-]+|(?<=code=)[\w-]{12}(?=")/g, (n) => `ACCESS${n}`],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=@)/g, (n) => `shopper${n}`],
  [
    /(?!8d0f5e62)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (n) => `8d0f5e62-3c1b-4f0a-9b7d-${String(n).padStart(12, '0')}`,
  ],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, () => '2026-11-27T09:00:00.000Z'],
  [new RegExp(`\\b(?=[0-9A-Z]*\\d)(?=[0-9A-Z]*[A-Z])${ID}{12}\\b`, 'g'), (n) => `7F3KQ2M9XW4${'TVWXYZ'[n - 1] ?? n}`],
  [new RegExp(`\\b${ID}{4}-${ID}{8}\\b`, 'g'), () => '7F3K-Q2M9XW4T'],
  // Codes of authenticator apps.
  [/(?<="code":")\d{6}(?=")/g, () => '492039'],
  // The coupons of tests.
  [/\bC[0-9A-F]{8}\b/g, () => 'WELCOME'],
  [/(?<![\w-])(?=[\w-]*[a-z\d])(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-]|":)|\b[0-9a-f]{32,}\b/g, (n) => `TOKEN${n}`],
];

const mask = (example: ApiExample): ApiExample => {
  let text = JSON.stringify(example);
  for (const [pattern, replace] of MASKS) {
    const replaced = new Map<string, string>();
    text = text.replaceAll(pattern, (found) => {
      const replacement = replaced.get(found) ?? replace(replaced.size + 1);
      replaced.set(found, replacement);
      return replacement;
    });
  }
  return JSON.parse(text);
};

/** Tests also send what nobody would: very long texts, repeated letters, unusual characters. */
const isUsual = (example: ApiExample): boolean => {
  const text = decodeURIComponent(
    JSON.stringify({ ...example, response: undefined }).replaceAll(/%(?![0-9A-Fa-f]{2})/g, ''),
  );
  return !/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}+=$₦|~^`]|(.)\1{7}|--|\\[rtu]|'"|" | "/u.test(text);
};

const scoreOf = ({ url, body, response }: ApiExample): number =>
  Math.min(MAX_SCORE, JSON.stringify(response).length + 2 * JSON.stringify(body ?? '').length + 2 * url.length);

const readRecorded = (file: string): RecordedExample[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const [, , file = ''] = process.argv;
const byName = Map.groupBy(
  readRecorded(file).filter(({ url }) => url.startsWith(`${API_PREFIX}/`)),
  ({ name }) => name,
);
const choose = (name: string): ApiExample | undefined => {
  const usual = (byName.get(name) ?? []).filter(isUsual);
  const short = usual.filter(({ response: _, ...request }) => JSON.stringify(request).length < MAX_REQUEST_LENGTH);
  const candidates = (short.length > 0 ? short : usual)
    .map(({ name: _, response, ...example }) => mask({ ...example, response: cutLists(response) }))
    .map((example) => ({ example, score: scoreOf(example), text: JSON.stringify(example) }))
    .toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return candidates[0]?.example;
};

const names = allEndpoints.filter(({ endpoint }) => !endpoint.events).map(({ name }) => name);
const examples = Object.fromEntries(names.toSorted().map((name) => [name, choose(name)]));
writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
const missing = names.filter((name) => examples[name] === undefined);
if (missing.length > 0) {
  process.stderr.write(`No test calls these endpoints successfully: ${missing.join(', ')}\n`);
  process.exitCode = 1;
}
