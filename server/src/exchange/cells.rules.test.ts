import { describe, expect, it, test } from 'vitest';
import { formatCsvLine } from '../platform/csv.rules.ts';
import { describeFormula, indexColumns, joinList, Row, splitList } from './cells.rules.ts';

const createRow = (header: readonly string[], ...cells: string[]) => new Row(2, indexColumns(header), cells);

describe('a cell', () => {
  it('is found by the name of its column, in upper or lower case, and is empty on a line that is too short', () => {
    const row = createRow([' Title ', 'price', 'SKU'], 'Yam', '12');
    expect([row.cell('TITLE'), row.cell('Price'), row.cell('sku'), row.cell('stock')]).toEqual([
      'Yam',
      '12',
      '',
      undefined,
    ]);
    expect([row.text('title'), row.text('sku'), row.text('stock')]).toEqual(['Yam', '', '']);
    expect(row.line).toBe(2);
  });

  it('of a column that occurs twice is the first', () => {
    expect(createRow(['Title', 'price', 'TITLE'], 'first', '1', 'second').text('title')).toBe('first');
  });

  test.each([
    ["'=1+1", '=1+1'],
    ["'+234", '+234'],
    ["'-5", '-5'],
    ["'@ada", '@ada'],
    ["'\tx", '\tx'],
    ["'\rx", '\rx'],
    ["'\nx", '\nx'],
    ["'＝1", '＝1'],
    ["'＠a", '＠a'],
    ["''=1", "'=1"],
    ["'Gari", "'Gari"],
    ["Gari '=", "Gari '="],
    ['=', '='],
  ])('%j loses only the apostrophe that keeps a spreadsheet from running it: %j', (cell, text) => {
    expect(createRow(['a'], cell).text('a')).toBe(text);
  });

  test.each([
    ['=1+1', true],
    ['  =HYPERLINK("x")', true],
    ['=', true],
    ['@SUM(A1)', true],
    ["+cmd|'/C calc'!A0", true],
    ['-A1*B2/c-d.e+f(1)', true],
    ['+x!A1', true],
    ['-10% for (some)', false],
    ['+234 803 123 4567', false],
    ['- item', false],
    ['@ada', false],
    ['1=1', false],
    ['a @SUM(A1)', false],
    ["'=1+1", false],
    ['', false],
  ])('%j is a formula: %s', (cell, isFormula) => {
    const row = createRow(['a', 'b'], 'x', cell);
    row.text('a');
    row.text('b');
    row.text('b');
    expect(row.formulas).toEqual(isFormula ? ['b'] : []);
  });
});

it('a line with formulas is refused with the names of their columns', () => {
  const row = createRow(['a', 'b', 'c'], '=1', 'x', '=2');
  expect(describeFormula(row)).toBe('');
  for (const column of ['a', 'b', 'c']) row.text(column);
  expect(describeFormula(row)).toBe('A cell is a formula: "a", "c".');
});

describe('a line of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "yam"', '"say ""yam"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    [' before', '" before"'],
    ['after ', '"after "'],
    ['in side', 'in side'],
    ['=1', "'=1"],
    ["'=1", "''=1"],
    ['-5', "'-5"],
    ['@a', "'@a"],
    ['+2', "'+2"],
    ['\tx', "'\tx"],
    ['\nx', `"'\nx"`],
    ['＝1', "'＝1"],
    ['＋2', "'＋2"],
    ['－5', "'－5"],
    ['＠a', "'＠a"],
    ["'＝1", "''＝1"],
    ["'x", "'x"],
    ['x=1', 'x=1'],
  ])('has %j as %j', (cell, text) => {
    expect(formatCsvLine([cell, 'z'])).toBe(`${text},z\n`);
  });
});

describe('a list in a cell', () => {
  it('is joined with commas, and a comma or backslash within a text is escaped', () => {
    expect(joinList(['a', 'b,c', 'd\\e'])).toBe('a, b\\,c, d\\\\e');
    expect(joinList([])).toBe('');
  });

  test.each([
    ['', []],
    ['  ', []],
    ['a', ['a']],
    [' a ,b,  c d ', ['a', 'b', 'c d']],
    ['a,,b', ['a', '', 'b']],
    ['a\\,b', ['a,b']],
    ['a\\\\,b', ['a\\', 'b']],
    ['C:\\new\\x', ['C:\\new\\x']],
    ['two\nlines,b', ['two\nlines', 'b']],
  ])('%j is %j', (cell, texts) => {
    expect(splitList(cell)).toEqual(texts);
  });
});
