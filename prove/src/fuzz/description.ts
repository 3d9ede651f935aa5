/** The part of JSON Schema 2020-12 that the description uses. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };

/** The token that a call takes, as in the contract. */
export type Auth = 'none' | 'optional' | 'required' | 'reply' | 'merchant' | 'operator' | 'desk';

/** One call of the description. */
export type Operation = {
  /** Its operation id, which is the name in the contract. */
  name: string;
  topic: string;
  method: string;
  /** With parameters in braces, without the base URL. */
  path: string;
  auth: Auth;
  parameters: readonly Parameter[];
  /** The schema of the body by content type; undefined if it takes no body. */
  body: Content | undefined;
  /** By status. A response without content has no body. */
  responses: Record<string, { content?: Content }>;
  /** Whether the response is a stream of server-sent events. */
  isStream: boolean;
};

type DescribedOperation = {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Operation['responses'];
};
/** The OpenAPI 3.1 document at /backend/docs. */
export type Description = { paths: Record<string, Record<string, DescribedOperation>> };

export const EVENT_STREAM = 'text/event-stream';

const AUTH_BY_SCHEME: Record<string, Auth> = {
  token: 'required',
  merchant_token: 'reply',
  merchant_api_token: 'merchant',
  operator_api_token: 'operator',
  desk: 'desk',
};

const readAuth = (security: DescribedOperation['security']): Auth => {
  const schemes = security.map((requirement) => Object.keys(requirement)[0]);
  if (schemes.length === 0) return 'none';
  // In OpenAPI, an empty requirement beside others makes the token optional.
  if (schemes.includes(undefined)) return 'optional';
  const auth = AUTH_BY_SCHEME[schemes[0] ?? ''];
  if (!auth) throw new Error(`the description has an unknown security scheme: ${schemes[0]}`);
  return auth;
};

/** Every call of the description, in its order. */
export const readOperations = ({ paths }: Description): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags, security, parameters, requestBody, responses }]) => ({
      name: operationId,
      topic: tags[0] ?? '',
      method: method.toUpperCase(),
      path,
      auth: readAuth(security),
      parameters: parameters ?? [],
      body: requestBody?.content,
      responses,
      isStream: responses[200]?.content?.[EVENT_STREAM] !== undefined,
    })),
  );
