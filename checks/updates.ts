import { dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { readText, trackedFiles } from './documents.ts';

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;
const closed = { type: 'object', additionalProperties: false } as const;

/** The part of Dependabot's options that this repository uses ("Dependabot options reference"). Other keys are refused. */
const SCHEMA = {
  ...closed,
  required: ['version', 'updates'],
  properties: {
    version: { const: 2 },
    updates: {
      type: 'array',
      items: {
        ...closed,
        required: ['package-ecosystem', 'directories', 'schedule'],
        properties: {
          'package-ecosystem': { enum: ['npm', 'docker', 'docker-compose'] },
          directories: { ...texts, items: { type: 'string', pattern: '^/' } },
          schedule: {
            ...closed,
            required: ['interval'],
            properties: { interval: { enum: ['daily', 'weekly', 'monthly'] } },
          },
          cooldown: { ...closed, properties: { 'default-days': { type: 'integer', minimum: 1, maximum: 90 } } },
          'versioning-strategy': { enum: ['auto', 'increase', 'increase-if-necessary', 'lockfile-only', 'widen'] },
          groups: {
            type: 'object',
            additionalProperties: {
              ...closed,
              minProperties: 1,
              properties: {
                patterns: texts,
                'dependency-type': { enum: ['development', 'production'] },
                'update-types': { type: 'array', items: { enum: ['major', 'minor', 'patch'] } },
              },
            },
          },
        },
      },
    },
  },
} as const;

type Updates = {
  updates: {
    'package-ecosystem': string;
    directories: string[];
    groups?: Record<string, { patterns?: string[] }>;
  }[];
};
const validate = new Ajv2020({ allErrors: true }).compile<Updates>(SCHEMA);

/** The files that name versions, and the ecosystem of Dependabot that reads them. */
const ECOSYSTEMS: readonly [file: RegExp, ecosystem: string][] = [
  [/(?:^|\/)package-lock\.json$/, 'npm'],
  [/(?:^|\/)Dockerfile$/, 'docker'],
  [/(?:^|\/)compose\.yaml$/, 'docker-compose'],
];

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const listDependencies = (): Set<string> => {
  const manifests = trackedFiles.filter((file) => /(?:^|\/)package\.json$/.test(file));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
  return new Set(
    manifests.flatMap((file) => {
      const manifest = JSON.parse(readText(file)) as Partial<Record<(typeof kinds)[number], object>>;
      return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    }),
  );
};

/**
 * What is wrong with a configuration of Dependabot, as sentences: unknown keys, files with versions that it does not update, and
 * groups of packages that the repository does not use.
 */
export const findUpdateProblems = (yaml: string): string[] => {
  const config: unknown = parse(yaml);
  if (!validate(config))
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  const names = [...listDependencies()];
  const isUpdated = (file: string, ecosystem: string) => {
    const folder = dirname(file) === '.' ? '/' : `/${dirname(file)}`;
    return config.updates.some((one) => one['package-ecosystem'] === ecosystem && one.directories.includes(folder));
  };
  const missing = ECOSYSTEMS.flatMap(([pattern, ecosystem]) =>
    trackedFiles.filter((file) => pattern.test(file) && !isUpdated(file, ecosystem)),
  );
  const patterns = config.updates.flatMap(({ groups = {} }) =>
    Object.values(groups).flatMap(({ patterns = [] }) => patterns),
  );
  const unused = patterns.filter((pattern) => !names.some((name) => matches(pattern, name)));
  return [
    ...missing.map((file) => `${file} is not updated`),
    ...unused.map((pattern) => `no package matches ${pattern}`),
  ];
};
