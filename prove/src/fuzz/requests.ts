import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import fc from 'fast-check';
import { pictureForm } from '../../../server/src/testing/account.ts';
import type { Operation } from './description.ts';
import type { HttpRequest } from './http.ts';
import { type FindKnown, Known, RawNumber, validValue } from './values.ts';

/** A request before it is written as HTTP. An undefined value leaves its field out. */
export type Draft = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** The body as JSON, or the bytes of an uploaded file. */
  body?: unknown;
};

/** The bytes of a file, sent as multipart/form-data. */
export class Upload {
  readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes);
  }
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const validBody = ({ body }: Operation, findKnown: FindKnown): fc.Arbitrary<unknown> => {
  const choices = Object.entries(body ?? {}).map(([type, { schema }]) =>
    type === 'multipart/form-data'
      ? fc.oneof(fc.constant(PICTURE), fc.uint8Array({ maxLength: 200 })).map((bytes) => new Upload(bytes))
      : validValue(schema, 'body', findKnown),
  );
  return choices.length > 0 ? fc.oneof(...choices) : fc.constant(undefined);
};

/** Requests that the description allows for the call. */
export const validDraft = (operation: Operation, findKnown: FindKnown): fc.Arbitrary<Draft> => {
  const parameters = (place: 'path' | 'query' | 'header') => {
    const described = operation.parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(described.map(({ name, schema }) => [name, validValue(schema, name, findKnown)])),
      { requiredKeys: described.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  return fc.record({
    params: parameters('path'),
    query: parameters('query'),
    headers: parameters('header'),
    body: validBody(operation, findKnown),
  });
};

type Path = readonly (string | number)[];

/** The places of all values in a value, the whole first. */
const placesIn = (value: unknown, at: Path): Path[] => {
  if (typeof value !== 'object' || value === null || value instanceof RawNumber || value instanceof Upload) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
};

/** The places of a draft that can be changed: each parameter of the call, and each value in the body. */
const placesOf = (operation: Operation, draft: Draft): Path[] => {
  const parts = { path: 'params', query: 'query', header: 'headers' };
  const parameters = operation.parameters.map(({ name, in: place }) => [parts[place], name]);
  return [...parameters, ...(draft.body === undefined ? [] : placesIn(draft.body, ['body']))];
};

const replaceAt = (target: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  const changed: Record<string | number, unknown> | unknown[] = Array.isArray(target)
    ? [...target]
    : { ...(target as Record<string, unknown>) };
  const inner = Reflect.get(changed, key);
  Object.defineProperty(changed, key, {
    value: replaceAt(inner, rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return changed;
};

/** Replaces the known values by those of the moment. */
const readKnown = (value: unknown): unknown => {
  if (value instanceof Known) return value.toJSON();
  if (typeof value !== 'object' || value === null || value instanceof RawNumber || value instanceof Upload)
    return value;
  if (Array.isArray(value)) return value.map(readKnown);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readKnown(inner)]));
};

/**
 * Replaces one value of a draft.
 * @param place any number; the places of the draft are counted round
 */
export const changeDraft = (operation: Operation, draft: Draft, place: number, value: unknown): Draft => {
  const known = readKnown(draft) as Draft;
  const places = placesOf(operation, known);
  // A call without parameters and body gets a parameter that it does not know.
  const at = places[place % Math.max(1, places.length)] ?? ['query', 'page'];
  return replaceAt(known, at, value) as Draft;
};

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !(value instanceof RawNumber) && !(value instanceof Known)
    ? JSON.stringify(value)
    : String(value);
/** Escapes a text for a URL; a lone surrogate, which has no UTF-8, becomes a replacement character. */
const toUrlText = (value: unknown): string => encodeURIComponent(toText(value).toWellFormed());

const RAW_NUMBER = /"raw number (.*?)"/g;
/** JSON with numbers as their texts. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (inner instanceof RawNumber ? `raw number ${inner.text}` : inner)).replace(
    RAW_NUMBER,
    '$1',
  );

/** Only visible characters can be sent in a header. */
const toHeader = (value: unknown): string => toText(value).replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '?');

const writeBody = (body: unknown): { headers: HttpRequest['headers']; body: Buffer | undefined } => {
  if (body instanceof Upload) {
    const { headers, payload } = pictureForm(body.bytes, 'image/png');
    return { headers: Object.entries(headers), body: payload };
  }
  return { headers: [['content-type', 'application/json']], body: Buffer.from(toJson(body)) };
};

/** A longer path parameter is refused by the router. */
const MAX_PARAM_LENGTH = 2000;

/** Whether the path of the draft is one of the call: an empty parameter or a very long one is none. */
export const namesCall = (draft: Draft): boolean =>
  Object.values((readKnown(draft) as Draft).params).every((value) => {
    const { length } = toUrlText(value ?? '');
    return length > 0 && length <= MAX_PARAM_LENGTH;
  });

/** Writes a draft as HTTP. @param senderHeaders the headers that identify the sender */
export const writeRequest = (
  operation: Operation,
  draft: Draft,
  senderHeaders: HttpRequest['headers'],
): HttpRequest => {
  const { params, query, headers, body } = readKnown(draft) as Draft;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toUrlText(params[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = pairs.map(([name, value]) => `${toUrlText(name)}=${toUrlText(value)}`).join('&');
  const written = body === undefined ? { headers: [], body: undefined } : writeBody(body);
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return {
    method: operation.method,
    target: `${API_PREFIX}${path}${search && `?${search}`}`,
    headers: [
      ...given.map(([name, value]): [string, string] => [name, toHeader(value)]),
      ...senderHeaders,
      ...written.headers,
    ],
    body: written.body,
  };
};
