import fc from 'fast-check';
import type { HttpRequest } from './http.ts';
import { HOSTILE_TEXTS } from './values.ts';

/** Changes a request in a way that no client of the shop does. */
export type Attack = {
  name: string;
  apply(request: HttpRequest): HttpRequest;
  /**
   * What the change breaks: `nothing` of the call; the `name`, so that path and method name another call or none;
   * or the `syntax`, so that the request may be refused before its path is known.
   */
  breaks: 'nothing' | 'name' | 'syntax';
};

type Header = readonly [name: string, value: string];

const addHeaders = (request: HttpRequest, ...headers: Header[]): HttpRequest => ({
  ...request,
  headers: [...request.headers, ...headers],
});
const replaceHeader = (request: HttpRequest, [name, value]: Header): HttpRequest => ({
  ...request,
  headers: [...request.headers.filter(([given]) => given !== name), [name, value]],
});
const replaceBody = (request: HttpRequest, body: string | Buffer): HttpRequest => ({
  ...replaceHeader(request, ['content-type', 'application/json']),
  body: Buffer.from(body),
});

const attack = (name: string, apply: Attack['apply'], breaks: Attack['breaks'] = 'nothing'): Attack => ({
  name,
  apply,
  breaks,
});

const JSON_TEXTS: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '[1,]',
  "{'a':1}",
  '{"a":1}}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[{}]',
  '\ufeff{}',
  '{"a":"\ud800"}',
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '{"a":\u0000}',
  '{"a":1e400}',
  '{"a":-}',
  '{"a":01}',
  '{"a":NaN}',
  '{"a":"\t"}',
  '/* */{}',
  Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  Buffer.from('{"a":"\u00e9"}', 'latin1'),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  '['.repeat(50_000) + ']'.repeat(50_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '['.repeat(100_000),
  JSON.stringify({ a: 'x'.repeat(300_000) }),
  JSON.stringify(Array.from({ length: 40_000 }, () => 0)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
];

/** Puts members before those of a JSON object; a repeated name is allowed there, and the last one counts in JavaScript. */
const prependMembers = (request: HttpRequest, members: string): HttpRequest => {
  const text = request.body?.toString() ?? '{}';
  return replaceBody(
    request,
    text.startsWith('{')
      ? text.replace(/^\{\s*(\})?/, `{${members}$1`).replace(/,\}$/, '}')
      : `{${members.slice(0, -1)}}`,
  );
};
/** Repeats the first member of a JSON object with another value at its end. */
const repeatMember = (request: HttpRequest, value: string): HttpRequest => {
  const text = request.body?.toString() ?? '{}';
  const [, name = '"a"'] = /^\{("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return replaceBody(
    request,
    text.endsWith('}') && text !== '{}' ? `${text.slice(0, -1)},${name}:${value}}` : `{${name}:1,${name}:${value}}`,
  );
};

const bodyAttacks: fc.Arbitrary<Attack> = fc.oneof(
  fc
    .constantFrom(...JSON_TEXTS)
    .map((text) => attack('another text as the body', (request) => replaceBody(request, text))),
  fc
    .uint8Array({ minLength: 1, maxLength: 100 })
    .map((bytes) => attack('random bytes as the body', (request) => replaceBody(request, Buffer.from(bytes)))),
  fc
    .constantFrom(
      '"__proto__":{"isAdmin":true},',
      '"__proto__":null,',
      '"\\u005f_proto__":{"quantity":1},',
      '"constructor":{"prototype":{"isAdmin":true}},',
      '"toString":1,"valueOf":2,"hasOwnProperty":3,',
      '"toJSON":"x",',
      '"then":1,',
      `"x":${'['.repeat(5000)}${']'.repeat(5000)},`,
    )
    .map((members) => attack('more members in the body', (request) => prependMembers(request, members))),
  fc
    .constantFrom('null', '1', '"x"', '[]', '{}', 'true', '-1', '1e300')
    .map((value) => attack('a repeated member in the body', (request) => repeatMember(request, value))),
  fc.nat({ max: 500 }).map((n) =>
    attack('the body is cut off', (request) => ({
      ...request,
      body: request.body?.subarray(0, n % (request.body.length + 1)),
    })),
  ),
);

const CONTENT_TYPES = [
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(500)}`,
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/JSON',
  'application/json;',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/octet-stream',
  'image/png',
  '*/*',
  'nonsense',
  ';;;',
  '\xff\xfe',
];

const contentTypeAttacks: fc.Arbitrary<Attack> = fc.constantFrom(...CONTENT_TYPES).map((type) =>
  attack('another content type', (request) => ({
    ...replaceHeader(request, ['content-type', type]),
    body: request.body ?? Buffer.from('a=1'),
  })),
);

const appendQuery = (request: HttpRequest, text: string): HttpRequest => ({
  ...request,
  target: request.target + (request.target.includes('?') ? '&' : '?') + text,
});

const QUERIES = [
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1&constructor=2',
  'constructor[prototype][x]=1',
  'hasOwnProperty=1',
  'toString=1',
  'page[]=1&page[]=2',
  'page[0]=1',
  'page=1&page=2',
  'country_code=NG&country_code=GB',
  'search=a&search=b',
  '%',
  '%zz',
  'page=%',
  'page=%zz',
  'search=%ff%fe',
  'search=%00',
  'search=%ED%A0%80',
  'search=%c0%af',
  'country_code=%00',
  'country_code=%F0%9F%87',
  'page=%u0031',
  'page=+1',
  '=',
  '&&&=&',
  '??',
  '#fragment',
  'a=b;c=d',
  `search=${'%00'.repeat(1000)}`,
  `search=${'a+'.repeat(4000)}`,
  `${'a=1&'.repeat(3000)}`,
  `${'x'.repeat(7000)}=1`,
  'page=99999999999999999999',
  'page=-1',
  'page=1e3',
  'min_price=-1',
  'min_price=9999999999.99&max_price=0',
  'sort=__proto__',
  'next=//evil.test',
  'next=%0d%0aSet-Cookie:a=b',
];
const queryAttacks: fc.Arbitrary<Attack> = fc.oneof(
  fc.constantFrom(...QUERIES).map((text) => attack('a hostile query', (request) => appendQuery(request, text))),
  fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((bytes) =>
      attack('random bytes in the query', (request) =>
        appendQuery(request, Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
      ),
    ),
);

/** Bytes that are not allowed in a URL. */
const rawByteAttacks: fc.Arbitrary<Attack> = fc
  .constantFrom('\xff', '\xe2\x80\xae', '?\xff\xfe=\x80')
  .map((bytes) =>
    attack('raw bytes in the URL', (request) => ({ ...request, target: request.target + bytes }), 'syntax'),
  );

/** The path without the query, and the query with its question mark. */
const splitTarget = (target: string): [path: string, query: string] => {
  const end = target.indexOf('?');
  return end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end)];
};
const changePath = (request: HttpRequest, change: (path: string) => string): HttpRequest => {
  const [path, query] = splitTarget(request.target);
  return { ...request, target: change(path) + query };
};

const PATH_ENDS = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae%c0%ae/',
  '%ED%A0%80',
  '%2e%2e/%2e%2e/',
  '%2f',
  '%5c..%5c',
  '/../../etc/passwd',
  '/./',
  '//',
  '///////',
  ';a=b',
  '.json',
  '\\',
  '/__proto__',
  '/constructor',
  `/${'a'.repeat(3000)}`,
  '/a'.repeat(1000),
  '*',
  ':id',
  '{id}',
];
const pathAttacks: fc.Arbitrary<Attack> = fc.oneof(
  fc
    .constantFrom(...PATH_ENDS)
    .map((end) => attack('a hostile end of the path', (request) => changePath(request, (path) => path + end), 'name')),
  fc
    .constantFrom(...HOSTILE_TEXTS)
    .map((text) =>
      attack(
        'a hostile last segment of the path',
        (request) => changePath(request, (path) => path.replace(/[^/]*\/?$/, encodeURIComponent(text.toWellFormed()))),
        'name',
      ),
    ),
  fc
    .constantFrom(
      '/%62ackend',
      '//backend',
      '/backend/',
      '/BACKEND',
      '/backend/../backend',
      'http://other.test/backend',
      '/backend%2f',
    )
    .map((prefix) =>
      attack(
        'another way to write the prefix',
        (request) => changePath(request, (path) => path.replace('/backend', prefix)),
        'name',
      ),
    ),
);

const HEADERS: readonly (readonly [Attack['breaks'], ...Header[]])[] = [
  ['syntax', ['x-large', 'x'.repeat(20_000)]],
  ['syntax', ...Array.from({ length: 1500 }, (_, n): Header => [`x-many-${n}`, 'x'])],
  ['syntax', ['expect', 'nonsense']],
  ['syntax', ['transfer-encoding', 'nonsense']],
  ['syntax', ['content-length', '-1']],
  ['syntax', ['content-length', 'x']],
  ['syntax', ['host', 'shop.test'], ['host', 'other.test']],
  ['nothing', ['x-large', 'x'.repeat(8000)]],
  ['nothing', ...Array.from({ length: 200 }, (_, n): Header => [`x-many-${n}`, 'x'])],
  ['nothing', ['host', '']],
  ['nothing', ['host', '\xff%00']],
  ['nothing', ['accept', 'x'.repeat(4000)]],
  ['nothing', ['accept', 'text/html']],
  ['nothing', ['accept-encoding', 'br;q=nonsense, gzip;q=-1, *;q=0, identity;q=0']],
  ['nothing', ['accept-encoding', ','.repeat(3000)]],
  ['nothing', ['accept-language', '\xff;q=9']],
  ['nothing', ['if-none-match', '*']],
  ['nothing', ['if-none-match', '"'.repeat(3000)]],
  ['nothing', ['if-modified-since', 'yesterday']],
  ['nothing', ['range', 'bytes=0-0,-1,5-2']],
  ['nothing', ['x-forwarded-for', '999.999.999.999, ::::, \xff']],
  ['nothing', ['x-forwarded-host', 'evil.test']],
  ['nothing', ['forwarded', 'for=;;;']],
  ['nothing', ['x-request-id', 'a'.repeat(64)]],
  ['nothing', ['x-request-id', '<script>']],
  ['nothing', ['x-internal-request', 'true']],
  ['nothing', ['x-http-method-override', 'DELETE']],
  ['nothing', ['cookie', '__proto__=1; =; ;;; a=%ff; identity=%00; country=%; registration="']],
  ['nothing', ['cookie', 'a=b; '.repeat(1500)]],
  ['nothing', ['content-encoding', 'gzip']],
  ['nothing', ['upgrade', 'websocket'], ['connection', 'upgrade']],
  ['nothing', ['last-event-id', '9'.repeat(400)]],
  ['nothing', ['idempotency-key', '\xff']],
  ['nothing', ['x-same-browser', 'nonsense']],
  ['nothing', ['origin', 'null'], ['access-control-request-method', 'PUT']],
  ['nothing', ['referer', 'javascript:alert(1)']],
  ['nothing', ['user-agent', '\xff'.repeat(2000)]],
];
const AUTHORIZATIONS = [
  '',
  'Token',
  'Token ',
  'Token undefined',
  `Token ${'x'.repeat(43)}`,
  `Token ${'x'.repeat(8000)}`,
  'token \xff',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Basic Og==',
  'Token a, Token b',
  'Token __proto__',
];
const headerAttacks: fc.Arbitrary<Attack> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...HEADERS)
      .map(([breaks, ...headers]) => attack('hostile headers', (request) => addHeaders(request, ...headers), breaks)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...AUTHORIZATIONS)
      .map((value) => attack('a hostile token', (request) => replaceHeader(request, ['authorization', value]))),
  },
);

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'LINK',
];
const UNKNOWN_METHODS = ['BREW', 'G-E-T', 'X'.repeat(300)];
const methodAttacks: fc.Arbitrary<Attack> = fc.oneof(
  fc.constantFrom(...METHODS).map((method) => attack('another method', (request) => ({ ...request, method }), 'name')),
  fc
    .constantFrom(...UNKNOWN_METHODS)
    .map((method) => attack('an unknown method', (request) => ({ ...request, method }), 'syntax')),
);

/** Attacks on the text of a request. */
export const httpAttack: fc.Arbitrary<Attack> = fc.oneof(
  { weight: 4, arbitrary: bodyAttacks },
  { weight: 2, arbitrary: contentTypeAttacks },
  { weight: 3, arbitrary: queryAttacks },
  { weight: 3, arbitrary: pathAttacks },
  { weight: 1, arbitrary: rawByteAttacks },
  { weight: 3, arbitrary: headerAttacks },
  { weight: 1, arbitrary: methodAttacks },
);

/** Attacks on the URL of a page. */
export const urlAttack: fc.Arbitrary<Attack> = fc.oneof(
  { weight: 4, arbitrary: queryAttacks },
  { weight: 2, arbitrary: pathAttacks },
  { weight: 1, arbitrary: rawByteAttacks },
  { weight: 1, arbitrary: headerAttacks },
  { weight: 1, arbitrary: methodAttacks },
);
