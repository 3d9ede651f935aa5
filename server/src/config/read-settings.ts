import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { z } from 'zod';
import { getBaseUrls, getForeignOrigin, getPublicUrl } from './base-urls.ts';
import { RESERVED_PATHS } from './reserved-paths.ts';
import { settings } from './settings.ts';

type Types = { [Name in keyof typeof settings]: (typeof settings)[Name]['type'] };
export type Settings = z.output<z.ZodObject<Types>>;
type Name = keyof Settings;
/** The variables that are set and not empty. */
type SetVariables = Record<string, string>;

/** Thrown at start when settings are wrong. Its message has one line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type SandboxSetting = 'SANDBOX_MAILBOX' | 'SANDBOX_IDENTITY' | 'SANDBOX_PAYMENTS' | 'SANDBOX_DEMO_ACCOUNT';
/** Whether a part of the sandbox is on: outside production unless its setting is 0, in production only if it is 1. */
export const isSandboxPartOn = (s: Settings, name: SandboxSetting): boolean => s[name] ?? s.NODE_ENV !== 'production';

/** External systems that a shop needs, and the part of the sandbox that may replace each. */
const REQUIRED_SYSTEMS: { name: Name; what: string; part: SandboxSetting }[] = [
  { name: 'SMTP_URL', what: 'the mail server', part: 'SANDBOX_MAILBOX' },
  { name: 'PAYSTACK_SECRET_KEY', what: 'the payment provider', part: 'SANDBOX_PAYMENTS' },
];
/** Settings that are set together or not at all: an incomplete set would fail only when a shopper needs it. */
const SETS: { names: Name[]; why: string }[] = [
  { names: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], why: 'the id and the secret come together. See .env.example.' },
  { names: ['DHL_API_KEY', 'DHL_API_SECRET', 'DHL_ACCOUNT'], why: 'DHL needs key, secret and account together.' },
  {
    names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    why: 'a bucket needs endpoint, name, region and both keys.',
  },
];

const types = Object.fromEntries(Object.entries(settings).map(([name, { type }]) => [name, type])) as Types;
const schema = z.object(types);
const defaults = Object.fromEntries(
  Object.entries(settings).flatMap(([name, setting]) => ('default' in setting ? [[name, setting.default]] : [])),
);

/** Finds base URLs that browsers could not call, or that would hide a page of the shop. */
const checkBaseUrls = (s: Settings): string[] => {
  const { API_URL: apiUrl, COUNTRIES_URL: countriesUrl } = s;
  const addresses = { publicUrl: s.PUBLIC_URL, port: s.PORT, apiUrl, countriesUrl };
  const { api } = getBaseUrls(addresses);
  const problems: string[] = [];
  const [, segment = '', ...rest] = api.split('/');
  if (getForeignOrigin(api) === undefined) {
    // A path such as /robots.txt would hide a file.
    const isFile = rest.length === 0 && /\.[a-z]+$/.test(segment);
    if (RESERVED_PATHS.has(segment) || isFile)
      problems.push(
        'The setting API_URL is wrong: the shop has pages or files at that path of its own origin. See .env.example.',
      );
    // Requests to /backend are not mapped.
    if (`/${segment}` === API_PREFIX && rest.length > 0)
      problems.push('The setting API_URL is wrong: below /backend there is no other base URL. See .env.example.');
  }
  if (getPublicUrl(addresses).startsWith('https:'))
    for (const [name, value] of Object.entries({ API_URL: apiUrl, COUNTRIES_URL: countriesUrl }))
      if (value?.startsWith('http:'))
        problems.push(`The setting ${name} is wrong: it must begin with https://, as PUBLIC_URL does.`);
  return problems;
};

/** Finds problems between settings that are valid individually. */
const crossCheck = (s: Settings, given: SetVariables): string[] => {
  const problems = SETS.flatMap(({ names, why }) => {
    const missingNames = names.filter((name) => given[name] === undefined);
    return missingNames.length === names.length
      ? []
      : missingNames.map((name) => `The setting ${name} is missing: ${why}`);
  });
  if (s.DATABASE_READ_URL !== undefined && given.DATABASE_URL === undefined)
    problems.push('The setting DATABASE_URL is missing: DATABASE_READ_URL names a replica of it. See .env.example.');
  if (s.METRICS_PORT === s.PORT && s.PORT !== 0)
    problems.push('The setting METRICS_PORT is wrong: it must not be PORT, where everybody could read it.');
  problems.push(...checkBaseUrls(s));
  const isProduction = s.NODE_ENV === 'production';
  if (isProduction && given.PUBLIC_URL === undefined)
    problems.push(
      'The setting PUBLIC_URL is missing: it names the address under which shoppers reach the shop. Links in emails begin with it. See .env.example.',
    );
  // The error texts do not name the sandbox, so that nobody turns it on in production only to make the shop start.
  for (const { name, what, part } of REQUIRED_SYSTEMS)
    if (given[name] === undefined && !isSandboxPartOn(s, part))
      problems.push(`The setting ${name} is missing: it names ${what}. See .env.example.`);
  if (!isProduction) return problems;
  if (s.RATE_LIMIT_FACTOR < 1)
    problems.push('The setting RATE_LIMIT_FACTOR is wrong: below 1 it is refused in production.');
  if (given.OIDC_CLIENT_ID !== undefined && s.OIDC_ISSUER.startsWith('http:'))
    problems.push('The setting OIDC_ISSUER is wrong: in production it must begin with https://.');
  return problems;
};

/**
 * Parses each setting by its type, and checks the settings against each other.
 * @param env environment variables by name
 * @throws ConfigError with every problem
 */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const given: SetVariables = {};
  for (const [name, value] of Object.entries(env)) if (value) given[name] = value;
  const parsed = schema.safeParse({ ...defaults, ...given });
  if (parsed.success) {
    const problems = crossCheck(parsed.data, given);
    if (problems.length > 0) throw new ConfigError(problems);
    return parsed.data;
  }
  const invalid = new Map(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  // Without the invalid ones, the others can be checked against each other.
  const valid = Object.entries(given).filter(([name]) => !invalid.has(name));
  throw new ConfigError([
    ...Array.from(invalid, ([name, message]) => `The setting ${name} is wrong: ${message}. See .env.example.`),
    ...crossCheck(schema.parse({ ...defaults, ...Object.fromEntries(valid) }), given),
  ]);
};
