import { readFileSync } from 'node:fs';

/** A request that a test has made, and the response to it. Random values are replaced, and long lists are cut. */
export type ApiExample = {
  method: string;
  /** The path and query, with the prefix of the API. */
  url: string;
  /** The path's parameters by name. */
  params: Record<string, string>;
  /** Undefined without one, or for a form. */
  body?: unknown;
  response: unknown;
};

const FILE = new URL('./api-examples.json', import.meta.url);
/** The examples of `npm run examples`, by the name of the endpoint. They are read only when somebody opens the description. */
export const readExamples = (): Record<string, ApiExample> => JSON.parse(readFileSync(FILE, 'utf8'));

type Parameter = { name: string; in: string; schema?: { type?: string }; example?: unknown };
type Content = Record<string, { schema?: { properties?: object }; example?: unknown }>;
type Operation = {
  operationId?: string;
  security?: readonly object[];
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command. */
const formatCurl = ({ method, url, body }: ApiExample, needsToken: boolean): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SHOP"${quote(url)}`,
    ...(needsToken ? ['-H "Authorization: Token $TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n  ');

const toType = (value: string, type: string | undefined): unknown =>
  type === 'integer' || type === 'number' ? Number(value) : value;

/** Some tests send one body to several calls. The server ignores properties that a call does not have, so they are not shown. */
const omitUnknown = (body: unknown, properties: object | undefined): unknown =>
  typeof body === 'object' && body !== null && properties
    ? Object.fromEntries(Object.entries(body).filter(([name]) => name in properties))
    : body;

const addExample = (operation: Operation, example: ApiExample): void => {
  const query = new URL(example.url, 'http://shop.invalid').searchParams;
  for (const parameter of operation.parameters ?? []) {
    const value = parameter.in === 'path' ? example.params[parameter.name] : query.get(parameter.name);
    if (parameter.in !== 'header' && value !== null && value !== undefined)
      parameter.example = toType(value, parameter.schema?.type);
  }
  const body = operation.requestBody?.content['application/json'];
  const shown = { ...example, body: omitUnknown(example.body, body?.schema?.properties) };
  if (body && shown.body !== undefined) body.example = shown.body;
  const contents = operation.responses?.['200']?.content;
  const response = contents?.['application/json'] ?? contents?.['text/csv'];
  if (response) response.example = example.response;
  const needsToken = (operation.security ?? []).some((requirement) => Object.keys(requirement).length > 0);
  operation.description = `A request that a test has made:\n\n\`\`\`sh\n${formatCurl(shown, needsToken)}\n\`\`\``;
};

/** Adds the examples to an OpenAPI description. */
export const addExamples = <T extends { paths?: object }>(description: T): T => {
  const examples = readExamples();
  for (const path of Object.values<Record<string, Operation>>({ ...description.paths }))
    for (const operation of Object.values(path)) {
      const example = examples[operation.operationId ?? ''];
      if (example) addExample(operation, example);
    }
  return description;
};
