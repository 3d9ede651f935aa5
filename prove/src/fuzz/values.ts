import fc from 'fast-check';
import type { Schema } from './description.ts';

/**
 * A value that exists only while the fuzzer runs, such as the id of an order that is replaced when it has been cancelled. It is read
 * when the request is sent.
 */
export class Known {
  readonly #read: () => unknown;

  constructor(read: () => unknown) {
    this.#read = read;
  }

  toJSON(): unknown {
    return this.#read();
  }

  toString(): string {
    return String(this.#read());
  }
}

/** A number that JavaScript cannot represent, written into JSON as it is. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Finds the known values for a field of a call; undefined if there are none. */
export type FindKnown = (field: string) => readonly unknown[] | undefined;

/** Texts that programs handle wrongly. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\ud83d',
  '\u202eevil\u202c',
  '\u200f\u200e\u061c',
  '\ufeff',
  '\ufffe\uffff',
  '\u2028\u2029',
  '\u200b\u200d',
  '\r\nSet-Cookie: a=b',
  '\t\v\f\u0085',
  `Z${'\u0351\u036b\u0343'.repeat(200)}`,
  '👩‍👩‍👧‍👦'.repeat(100),
  '\ufdfa'.repeat(300),
  '\u0130\u0131\u017f\u212a',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x7f',
  '\uff19\uff19',
  '\u0663',
  '9'.repeat(400),
  "' or 1=1 --",
  '"; drop table account; --',
  '$1',
  '%',
  '_',
  '\\',
  '%_\\%_\\',
  '!@#&|():*<>',
  "a' & b:* | !(c <-> d)",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\',
  'file:///etc/passwd',
  '//evil.test/',
  'javascript:alert(1)',
  '(a+)+$',
  'a'.repeat(255),
  'a'.repeat(10_000),
  `${'a@'.repeat(2000)}mail.test`,
  `${'a.'.repeat(2000)}a@mail.test`,
  '0000-01-01',
  '9999-12-31',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-29T24:00:00Z',
  '1-1-1',
];

const HOSTILE_NUMBERS: readonly (number | RawNumber)[] = [
  -1,
  0,
  0.1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
  new RawNumber('-0'),
  new RawNumber('1e400'),
  new RawNumber('-1e400'),
  new RawNumber('123456789012345678901234567890'),
  new RawNumber('1.00000000000000000000000000001'),
];

const HOSTILE_STRUCTURES: readonly unknown[] = [
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  ['a', 'a'],
  { length: 2 ** 32 },
  { toString: 'x', valueOf: 'y' },
  { constructor: { prototype: { isAdmin: true } } },
  { $ne: null },
  Array.from({ length: 2000 }, (_, n) => n),
];

/** Values that no field expects: texts, numbers and structures. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_STRUCTURES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Values that are slightly wrong for most fields; undefined removes the field. */
export const wrongValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1.5,
  2_147_483_648,
  '2147483648',
  '01',
  '+1',
  true,
  [],
  {},
  ['x'],
  { x: 1 },
  'x'.repeat(6000),
  '2026-13-01',
  'a@b',
);

const MAX_TEXT = 60;

const createAnyText = (minLength: number, maxLength: number): fc.Arbitrary<string> => {
  const size = { minLength, maxLength };
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme-ascii', ...size }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...size }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', ...size }) },
  );
};

/** Arbitrary texts by their lengths: each new one makes fast-check build tables of all characters. */
const texts = new Map<string, fc.Arbitrary<string>>();

const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> => {
  const key = `${minLength}-${maxLength}`;
  const text = texts.get(key) ?? createAnyText(minLength, maxLength);
  texts.set(key, text);
  return text;
};

/** Texts that match a regular expression. Of those with character classes that fast-check cannot generate, texts are tried. */
const textOfPattern = (pattern: string, fallback: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const expression = new RegExp(pattern, 'u');
  return pattern.includes('\\p') || pattern.includes('\\P')
    ? fallback.filter((text) => expression.test(text))
    : fc.stringMatching(expression);
};

const textValue = ({ minLength = 0, maxLength = MAX_TEXT, pattern, format }: Schema): fc.Arbitrary<string> => {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time')
    return fc
      .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  const text = anyText(minLength, Math.max(minLength, Math.min(maxLength, MAX_TEXT)));
  return pattern === undefined ? text : textOfPattern(pattern, text);
};

const objectValue = ({ properties = {}, required = [] }: Schema, findKnown: FindKnown): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValue(schema, name, findKnown)])),
    { requiredKeys: required },
  );

const MAX_ITEMS = 5;

const valueOfType = (type: string | undefined, schema: Schema, field: string, findKnown: FindKnown) => {
  const { minimum, maximum, minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema;
  const isNotTooLow = { ...(minimum !== undefined && { min: minimum }) };
  const isNotTooHigh = { ...(maximum !== undefined && { max: maximum }) };
  switch (type) {
    case 'string':
      return textValue(schema);
    case 'integer':
      return fc.integer({ ...isNotTooLow, ...isNotTooHigh });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, ...isNotTooLow, ...isNotTooHigh });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validValue(items, field, findKnown), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
      });
    case 'object':
      return objectValue(schema, findKnown);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const valueOfSchema = (schema: Schema, field: string, findKnown: FindKnown): fc.Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOfSchema(one, field, findKnown)));
  const types = [schema.type ?? undefined].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, field, findKnown)));
};

/**
 * Values that a schema allows; mostly known ones, where the field has any.
 * @param field the name of the parameter or property
 */
export const validValue = (schema: Schema, field: string, findKnown: FindKnown): fc.Arbitrary<unknown> => {
  const generated = valueOfSchema(schema, field, findKnown);
  const known = findKnown(field);
  return known
    ? fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: generated })
    : generated;
};
