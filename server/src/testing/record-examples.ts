import { appendFileSync } from 'node:fs';
import { allEndpoints } from '@sokuwa/contract/all-endpoints.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ApiExample } from '../platform/docs.examples.ts';

/** An example with the name of its endpoint. */
export type RecordedExample = ApiExample & { name: string };

/** Endpoints by a pattern of their URLs; those without parameters come first. */
const patterns = allEndpoints
  .filter(({ endpoint }) => !endpoint.events)
  .map(({ name, endpoint: { method, path } }) => ({
    name,
    method,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
    pattern: new RegExp(
      `^${API_PREFIX}${path
        .replaceAll('//', '/')
        .replace(/\/$/, '')
        .replaceAll('.', '\\.')
        .replace(/\{\w+\}/g, '([^/]+)')}/?$`,
    ),
  }))
  .toSorted((a, b) => a.names.length - b.names.length);

/** Only JSON can be shown; forms and other bodies are omitted. */
const parseBody = (payload: unknown): { body?: unknown } => {
  const isPlain =
    typeof payload === 'object' && payload !== null && Object.getPrototypeOf(payload) === Object.prototype;
  return isPlain ? { body: payload } : {};
};

const findEndpoint = (method: string, path: string) => {
  for (const { pattern, name, names, method: expected } of patterns) {
    const values = expected === method ? pattern.exec(path)?.slice(1) : undefined;
    if (values)
      return {
        name,
        params: Object.fromEntries(names.map((param, n) => [param, decodeURIComponent(values[n] ?? '')])),
      };
  }
  return undefined;
};

/** Lines of a CSV file that are shown. */
const MAX_CSV_LINES = 5;

/** The data of a response in JSON, or the first lines of a CSV file. */
const readContent = (response: LightMyRequestResponse): unknown => {
  const type = String(response.headers['content-type']);
  if (type.startsWith('application/json')) return response.json();
  return type.startsWith('text/csv') ? response.body.split('\n').slice(0, MAX_CSV_LINES).join('\n') : undefined;
};

/** @returns undefined for what is no example: an unsuccessful call, or one that is not of the contract */
const toExample = (options: InjectOptions, response: LightMyRequestResponse): RecordedExample | undefined => {
  const { method = 'GET', url, query, payload } = options;
  if (typeof url !== 'string' || response.statusCode !== 200) return undefined;
  const { pathname, search } = new URL(url, 'http://shop.test');
  const found = findEndpoint(method.toUpperCase(), pathname.replace(/\/{2,}/g, '/'));
  if (!found) return undefined;
  const content = readContent(response);
  if (content === undefined) return undefined;
  const queryText = query ? `?${new URLSearchParams(query as Record<string, string>)}` : search;
  return {
    ...found,
    method: method.toUpperCase(),
    url: pathname + queryText,
    ...parseBody(payload),
    response: content,
  };
};

/**
 * With the environment variable RECORD_EXAMPLES, appends each successful call of a test to that file, for `npm run examples`.
 */
export const recordExamples = (app: FastifyInstance): void => {
  const file = process.env.RECORD_EXAMPLES;
  if (file === undefined) return;
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const recording = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const response = await inject(options);
    const example = typeof options === 'object' ? toExample(options, response) : undefined;
    if (example) appendFileSync(file, `${JSON.stringify(example)}\n`);
    return response;
  };
  Object.assign(app, { inject: recording });
};
