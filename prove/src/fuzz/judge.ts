import { brotliDecompressSync } from 'node:zlib';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { EVENT_STREAM, type Operation, type Schema } from './description.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** What the HTTP parser may send for a request that is no valid HTTP; the description names these for all calls. */
const PARSER_STATUSES = [400, 408, 417, 431];

// Zod's formats come with a pattern, which is validated. Most validators run a few times, so to optimize them costs more than it saves.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });

const findSchemaErrors = (schema: Schema, value: unknown): string[] => {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `the body does not match: ${instancePath || '/'} ${message}`,
  );
};

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** Files of lines, which have no schema. */
const CSV = 'text/csv';

/** The text of a response, decompressed. */
const textOf = ({ headers, body }: HttpResponse): string =>
  (headers['content-encoding']?.[0] === 'br' ? brotliDecompressSync(body) : body).toString();

const findBodyErrors = (response: HttpResponse, content: Record<string, { schema: Schema }> | undefined): string[] => {
  const text = textOf(response);
  if (!content) return text === '' ? [] : ['a body that is not described'];
  const type = response.headers['content-type']?.[0]?.split(';', 1)[0] ?? '';
  const described = content[type];
  if (!described) return [`the content type "${type}" is not described`];
  if (type === CSV) return [];
  const data = type === EVENT_STREAM ? /^data: ?(.*)$/m.exec(text)?.[1] : text;
  if (data === undefined) return [];
  const json = parseJson(data);
  return json ? findSchemaErrors(described.schema, json.value) : ['the body is not JSON'];
};

export type Exchange = {
  request: HttpRequest;
  response: HttpResponse;
  /** Whether path and method are those of the call, so that the response is described. */
  namesCall: boolean;
  /** Whether the request may be refused before its path is known. */
  isValidHttp: boolean;
  /** Texts that only others may see. */
  secrets: readonly string[];
  /** Ids of objects of others, which no call may accept. */
  foreignIds: readonly string[];
};

const findLeaks = ({ request, response, secrets, foreignIds }: Exchange): string[] => {
  const sent = [request.target, ...request.headers.flat(), request.body ?? ''].join('\n');
  const received = `${JSON.stringify(response.headers)}\n${textOf(response)}`;
  const isAccepted = response.status < 300;
  return [
    ...secrets
      .filter((secret) => received.includes(secret) && !sent.includes(secret))
      .map((secret) => `the response contains the data of another person: ${secret}`),
    ...foreignIds
      .filter((id) => isAccepted && sent.includes(id))
      .map((id) => `the id of another person is accepted: ${id}`),
  ];
};

/** What is wrong with any response. */
const findGeneralErrors = (exchange: Exchange): string[] => [
  ...(exchange.response.status >= 500 ? [`status ${exchange.response.status}`] : []),
  ...findLeaks(exchange),
];

/** What is wrong with the response of a page, as sentences. */
export const judgePage = findGeneralErrors;

/**
 * What is wrong with the response of a call, as sentences.
 * @param errorSchema the schema of every refusal
 */
export const judgeCall = (operation: Operation, errorSchema: Schema, exchange: Exchange): string[] => {
  const { request, response, namesCall, isValidHttp } = exchange;
  const general = findGeneralErrors(exchange);
  if (general.length > 0) return general;
  const { status } = response;
  if (!isValidHttp && PARSER_STATUSES.includes(status)) return [];
  if (!namesCall) {
    const isRefusedCall = status >= 400 && request.method !== 'HEAD' && request.target.startsWith(`${API_PREFIX}/`);
    return isRefusedCall ? findBodyErrors(response, { 'application/json': { schema: errorSchema } }) : [];
  }
  const described = operation.responses[status];
  return described ? findBodyErrors(response, described.content) : [`status ${status} is not described`];
};
